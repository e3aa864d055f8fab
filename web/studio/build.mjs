// Makes the studio: a folder for any static host, and the same in one html file that opens from disk.
//   node build.mjs ENGINE.wasm ANALYSING.wasm EXPORTING.wasm FOLDER MODULES REPORT     makes FOLDER/site, FOLDER/studio.html and FOLDER/notebook.html; MODULES: npm's
//       folder of packages, REPORT: the page of reports (web/viewer), ANALYSING: an engine that can analyse too, EXPORTING: one that can do everything
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";
import { createRequire } from "node:module";
import { textOf } from "../shared/base93.mjs";
import { tables } from "../shared/tables.mjs";
import { fill, harmless } from "../shared/template.mjs";

const [engine, analysing, exporting, folder, modules, report] = process.argv.slice(2);
const { build } = createRequire(join(modules, "x.js"))("esbuild");
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");

const bundled = async (entry, options) => (await build({ absWorkingDir: here, entryPoints: [entry], bundle: true, minify: true, write: false, charset: "ascii",
  legalComments: "none", plugins: [tables], nodePaths: [modules], logLevel: "warning",
  target: ["es2022", "chrome113", "firefox113", "safari16.4"], ...options })).outputFiles;

const bundle = async (entry, options) => (await bundled(entry, options))[0].text.trim();

/** The script of a host's page, and those that it loads when they are wanted, by their names. */
async function modulesOf(entry) {
  const files = await bundled(entry, { format: "esm", splitting: true, outdir: "x", entryNames: "studio", chunkNames: "part-[hash]" });
  return Object.fromEntries(files.map((file) => [basename(file.path), file.text.trim()]));
}

const hash = (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
const GZIP_HEADER = 10, GZIP_TRAILER = 8; // bytes around what is deflated
/** Deflated as short as may be, by libdeflate, which comes some 5 % shorter than zlib, where it is there. */
function deflated(bytes) {
  const { status, stdout } = spawnSync("libdeflate-gzip", ["-12", "-c"], { input: bytes, maxBuffer: 1 << 30 });
  return status === 0 ? stdout.subarray(GZIP_HEADER, -GZIP_TRAILER) : deflateRawSync(bytes, { level: 9 });
}
const packed = (bytes) => textOf(deflated(bytes));

/** The models to begin from, with the tables that they name. */
function examples() {
  const files = readdirSync(join(root, "examples"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(lgr|csv)$/.test(entry.name)).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  return JSON.stringify(Object.fromEntries(files.map((file) => [relative(join(root, "examples"), file), readFileSync(file, "utf8")])));
}

/** The licences of what is bundled go with it: in the one file, and as a file of the folder. */
function licences() {
  const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8")).packages;
  const names = Object.entries(lock).filter(([path, about]) => path && !about.dev && !about.optional).map(([path]) => path.replace("node_modules/", ""));
  const texts = names.map((name) => {
    const file = ["LICENSE", "LICENSE.md", "license"].map((one) => join(modules, name, one)).find(existsSync);
    return [file ? readFileSync(file, "utf8").trim() : "", name];
  });
  // Those that differ by whose they are alone have their words once.
  const isWhose = (line) => /^copyright/i.test(line.trim()), wordsOf = (text) => text.split("\n").filter((line) => !isWhose(line)).join("\n").trim();
  const keyOf = (text) => wordsOf(text).replace(/^(?:the )?mit license(?: \(mit\))?/i, "").replace(/\s+/g, " ").trim();
  const gathered = [...new Set(texts.map(([text]) => keyOf(text)))].map((key) => {
    const alike = [...new Set(texts.map(([text]) => text).filter((text) => keyOf(text) === key))];
    const whose = alike.map((text) => `${texts.filter(([t]) => t === text).map(([, name]) => name).join(", ")}\n${text.split("\n").filter(isWhose).map((line) => line.trim()).join("\n")}`);
    return `${whose.join("\n\n")}\n\n${wordsOf(alike[0])}`;
  });
  return `This page contains:\n\n${gathered.join("\n\n").replace(/--+/g, "-").replace(/\u00a9/g, "(c)").replace(/[^\x00-\x7f]/g, "?")}\n`;
}

const script = await bundle("src/main.ts", { format: "iife" }), scripts = await modulesOf("src/main.ts");
const space = await bundle("src/space.ts", { format: "iife" }), begin = await bundle("src/begin.ts", { format: "iife" });
const worker = await bundle("../engine/worker.mjs", { format: "iife" });
const style = await bundle("src/studio.css", {});
const wasm = readFileSync(engine), whole = readFileSync(exporting), models = examples(), page = readFileSync(report);
const template = readFileSync(join(here, "index.html"), "utf8");
const MODEL_PLACE = '<script type="application/json" id="studio-model">{}</script>';
const always = "base-uri 'none'; form-action 'none'; img-src data: blob:";

/** Before anything is drawn: light or dark, as the system has it. */
const THEME = 'document.documentElement.dataset.theme=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"';

/** A script and those without which it does not begin. */
function neededBy(scripts, name, found = new Set()) {
  if (!found.has(name)) for (const [, next] of scripts[found.add(name), name].matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) neededBy(scripts, next, found);
  return found;
}

/** Everything beside the page, for a host. */
function writeSite(to) {
  const policy = `default-src 'none'; script-src 'self' ${hash(THEME)} 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; manifest-src 'self'; style-src 'self' 'unsafe-inline'; ${always}`;
  const icon = readFileSync(join(here, "icon.svg"), "utf8"), preloads = ['<link rel="preload" href="engine.wasm" as="fetch" crossorigin>',
    ...[...neededBy(scripts, "studio.js")].map((name) => `<link rel="modulepreload" href="${name}">`)].join("\n");
  const files = {
    "index.html": fill(template, { LICENCES: "<!-- What this page contains, and its licences: licences.txt -->", THEME, POLICY: policy.replace("img-src", "img-src 'self'"), DATA: `${MODEL_PLACE}\n<script type="module" src="studio.js"></script>`,
      LINKS: `${preloads}\n` + '<link rel="stylesheet" href="studio.css">\n<link rel="manifest" href="manifest.webmanifest">\n<link rel="icon" href="icon.svg">' }),
    ...scripts, "space.js": space, "worker.js": worker, "studio.css": style, "engine.wasm": wasm, "engine-export.wasm": whole, "examples.json": models, "report.html": page, "icon.svg": icon, "licences.txt": licences(),
    "manifest.webmanifest": JSON.stringify({ name: "Lagrangia studio", short_name: "Lagrangia", start_url: ".", display: "standalone",
      background_color: "#f4f4f1", theme_color: "#1d5c96", icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }] }),
  };
  const version = createHash("sha256");
  for (const content of Object.values(files)) version.update(content);
  files["offline.js"] = readFileSync(join(here, "offline.js"), "utf8").replace("@VERSION@", version.digest("hex").slice(0, 16))
    .replace("@FILES@", JSON.stringify(Object.keys(files)));
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(to, name), content);
  const first = ["index.html", ...neededBy(scripts, "studio.js"), "worker.js", "studio.css", "engine.wasm"];
  const sizes = Object.fromEntries(first.map((name) => [name, gzipSync(files[name], { level: 9 }).length]));
  return { sizes, sum: Object.values(sizes).reduce((a, b) => a + b) };
}

/** The same in one file: all but the page deflated, as text. */
function writeOne(file) {
  const policy = `default-src 'none'; script-src ${[THEME, begin, script, space].map(hash).join(" ")} 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; ${always}`;
  const held = (id, content) => `<script type="text/plain" id="${id}">${packed(content)}</script>`;
  const html = fill(template, { LICENCES: `<!--\n${licences()}-->`, THEME, POLICY: policy, LINKS: `<style>${style}</style>`,
    DATA: [MODEL_PLACE, held("held-engine", whole), held("held-examples", models), held("held-report", page), held("held-worker", worker),
      held("held-space", space), held("held-studio", script), `<script>${harmless(begin)}</script>`].join("\n") });
  if (!/^[\x00-\x7f]*$/.test(html)) throw new Error("the page must be plain ASCII");
  if (html.split(MODEL_PLACE).length !== 2) throw new Error("the page needs one place for its model");
  writeFileSync(file, html);
  return html.length;
}

/** The page of a model's equations (web/viewer) with the engine in it, so that its parameters can be changed. */
function writeNotebook(file) {
  const html = readFileSync(join(dirname(report), "notebook.html"), "utf8"), place = '<script type="application/octet-stream" id="lagrangia-data">';
  const held = (id, content) => `<script type="text/plain" id="${id}">${packed(content)}</script>\n`;
  const live = html.replace(/script-src ([^;]*);/, "script-src $1 'wasm-unsafe-eval'; worker-src blob:;")
    .replace(place, () => held("held-engine", readFileSync(analysing)) + held("held-worker", worker) + place);
  if (!live.includes("worker-src") || !live.includes('id="held-worker"')) throw new Error("the page of equations has no place for the engine");
  writeFileSync(file, live);
  return live.length;
}

const { sizes, sum } = writeSite(join(folder, "site"));
const size = writeOne(join(folder, "studio.html"));
console.log(`${Object.entries(sizes).map(([name, bytes]) => `${name} ${bytes}`).join(", ")}: ${sum} bytes as gzip`);
console.log(`studio.html: ${size} bytes`);
console.log(`notebook.html: ${writeNotebook(join(folder, "notebook.html"))} bytes`);
