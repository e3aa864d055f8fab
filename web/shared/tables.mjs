// The tables of src/scene, which the library includes, for pages: `scene/shapes.inc` becomes lists, and `scene/palette.inc`
// the custom properties of a style sheet.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const TOKEN = /\s*(?:([A-Za-z_]\w*)|("(?:[^"\\]|\\.)*")|(-?(?:0x[\da-f]+|\d+(?:\.\d+)?))|([(),|]))/giy;

/** In the source tree, or beside this program where a build has put it. */
function find(name) {
  const places = [join(here, name), join(here, "..", "..", "src", name)];
  return places.find(existsSync) ?? places[1];
}

function tokens(text) {
  const words = [];
  const bare = text.replace(/\/\*[^]*?\*\//g, "").trimEnd();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < bare.length;) {
    const at = TOKEN.lastIndex, match = TOKEN.exec(bare);
    if (!match) throw new Error(`cannot read the table at '${bare.slice(at, at + 40)}'`);
    const [, name, quoted, digits, mark] = match;
    words.push(name !== undefined ? { name } : quoted ? { value: JSON.parse(quoted) } : digits ? { value: Number(digits) } : { mark });
  }
  return words;
}

/** What pages read of a row: they need no examples of statements. */
const forPages = (row) => (row[0] === "SHAPE" ? [...row.slice(0, 5), "", ...row.slice(6)] : row);

/** Rows NAME(x, A | B, NAME(...)): lists that begin with their name; names joined by | are one text. */
export function rowsOf(text) {
  const words = tokens(text);
  let at = 0;
  const takes = (mark) => words[at]?.mark === mark && ++at > 0;
  const read = () => {
    const word = words[at++];
    if (word?.value !== undefined) return word.value;
    if (!word?.name) throw new Error("a name or a number is missing in the table");
    if (takes("(")) {
      const row = [word.name];
      do row.push(read()); while (takes(","));
      if (!takes(")")) throw new Error(`the row ${row.slice(0, 2).join(" ")} does not end`);
      return row;
    }
    return takes("|") ? `${word.name}|${read()}` : word.name;
  };
  const rows = [];
  while (at < words.length) rows.push(read());
  return rows;
}

const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

/** The colours of pages, light and dark. */
export function styleOf(rows) {
  const all = (k) => rows.map((row) => `--${row[2]}:${colour(row[k])};`).join("");
  return `:root{color-scheme:light;${all(3)}}\n:root[data-theme="dark"]{color-scheme:dark;${all(4)}}\n`;
}

/** For esbuild: imports of scene/*.inc. */
export const tables = {
  name: "tables",
  setup(build) {
    build.onResolve({ filter: /^scene\/\w+\.inc$/ }, ({ path }) => ({ path: find(path), namespace: "tables" }));
    build.onLoad({ filter: /shapes\.inc$/, namespace: "tables" }, ({ path }) =>
      ({ contents: JSON.stringify(rowsOf(readFileSync(path, "utf8")).map(forPages)), loader: "json", watchFiles: [path] }));
    build.onLoad({ filter: /palette\.inc$/, namespace: "tables" }, ({ path }) =>
      ({ contents: styleOf(rowsOf(readFileSync(path, "utf8"))), loader: "css", watchFiles: [path] }));
  },
};
