// Makes the pages: script and style bundled and put into the template, each one file of plain ASCII.
//   node build.mjs [viewer.html [bytes.inc]]      bytes.inc: the page as the elements of a C array, with a 0 at its end
// Beside it the pages of a study and of equations are made: designs.html and designs_bytes.inc, notebook.html likewise.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tables } from "../shared/tables.mjs";
import { fill, harmless } from "../shared/template.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [page = join(here, "dist", "viewer.html"), bytes] = process.argv.slice(2);
const LIMIT = 200_000;

async function bundle(entry, options) {
  const result = await build({ absWorkingDir: here, entryPoints: [entry], bundle: true, minify: true, write: false,
    charset: "ascii", legalComments: "none", plugins: [tables], nodePaths: [join(here, "node_modules"), join(here, "..", "node_modules")], target: ["es2020", "chrome90", "firefox90", "safari15"], logLevel: "warning", ...options });
  return result.outputFiles[0].text.trim();
}

/** A file of an installed package: beside this program, or one folder up where the build puts it. */
function modules(...parts) {
  const paths = [here, dirname(here)].map((folder) => join(folder, "node_modules", ...parts));
  return paths.find(existsSync) ?? paths[0];
}

/** The licences of what is bundled go with it. */
const licence = (name) => `${name}\n\n${readFileSync(modules(name, "LICENSE"), "utf8").trim()}`;
const licences = `<!--\nThis page contains:\n\n${["uplot"].map(licence).join("\n\n").replace(/--+/g, "-").replace(/\u00a9/g, "(c)")}\n-->`;

const hash = (code) => `sha256-${createHash("sha256").update(code).digest("base64")}`;

const place = (name) => `<script type="application/octet-stream" id="lagrangia-${name}">{}</script>`;

/** One page, from its script, its style and the template around them; with one place for each of its data. */
async function make(script, style, template, data, page, bytes) {
  const code = harmless(await bundle(script, { format: "iife" }));
  const parts = { SCRIPT_HASH: hash(code), STYLE: await bundle(style, {}), SCRIPT: code, LICENCES: licences };
  const html = fill(readFileSync(join(here, template), "utf8"), parts);
  if (!/^[\x00-\x7f]*$/.test(html)) throw new Error("the page must be plain ASCII");
  if (html.length > LIMIT) throw new Error(`the page has ${html.length} bytes; ${LIMIT} are the limit`);
  if (data.some((name) => html.split(place(name)).length !== 2)) throw new Error("the page needs one place for its data");
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, html);
  if (bytes) writeFileSync(bytes, `${[...Buffer.from(html), 0].join(",").replace(/(.{1,118},)/g, "$1\n")}\n`);
  console.log(`${page}: ${html.length} bytes`);
}

await make("src/main.ts", "src/page.css", "index.html", ["data"], page, bytes);
for (const name of ["designs", "notebook"])
  await make(`src/${name}.ts`, `src/${name}.css`, `${name}.html`, ["data", name], join(dirname(page), `${name}.html`), bytes && join(dirname(bytes), `${name}_bytes.inc`));
