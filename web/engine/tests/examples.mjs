/* Every example runs in the engine, meets its expectations, and writes the bytes that the tool writes.

   usage: node examples.mjs ENGINE.wasm OUTPUTS [TOOL]      OUTPUTS: a file of what they write, without times; made if
                                                            there is a TOOL to compare with, otherwise compared with */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Engine, STATUS } from "../engine.mjs";

const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../..");
const [wasm, outputs, tool] = process.argv.slice(2);
/** @type {Record<string, string>} */
const written = {};

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
    return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap(entry =>
        entry.isDirectory() ? filesBelow(path.join(folder, entry.name)) : [path.join(folder, entry.name)]);
}

/** What differs from run to run. @param {string} json */
const timeless = json => json.replace(/"[a-z_]*seconds[a-z_]*": *[0-9.e+-]+/g, "");

/** Native and wasm differ in the last digits here: both round functions of angles and exponentials to the nearest number
    nearly always, not at the same arguments. In winding it is an arctangent of the rope; the others are not traced. */
const ROUNDED = new Set(["examples/rope/winding.lgr", "examples/trebuchet/floating-arm.lgr", "examples/vehicle/abs-split.lgr"]);
const ROUNDING = 1e-11;
const NUMBER = /-?\b\d+(\.\d+)?(e[+-]?\d+)?/g;

/** Whether all is the same but for the rounding of numbers; how accurate it was and how much work may differ.
    @param {string} a @param {string} b */
function agree(a, b) {
    const [x, y] = [a, b].map(text => text.split("\n").filter(line => !/^ *"(check|work)"/.test(line)).join("\n"));
    const [ours, theirs] = [x, y].map(text => (text.match(NUMBER) ?? []).map(Number));
    return x.replace(NUMBER, "0") === y.replace(NUMBER, "0") &&
        ours.every((value, i) => Math.abs(value - theirs[i]) <= ROUNDING * (1 + Math.abs(value)));
}

/** @type {Record<string, string>} */
const expected = tool ? {} : JSON.parse(fs.readFileSync(outputs, "utf8"));

/** What the tool writes, or what was written before. @param {string} file */
function expectedOf(file) {
    if (!tool)
        return expected[file] ?? "";
    return timeless(execFileSync(tool, ["run", file, "--json"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 }));
}

const files = filesBelow("examples");
const engine = await Engine.load(fs.readFileSync(wasm), { tell: text => process.stderr.write(text) });
engine.setFiles(Object.fromEntries(files.map(file => [file, fs.readFileSync(path.join(ROOT, file))])));

/** @param {string} file @returns {string | null} what is wrong */
function judge(file) {
    const model = engine.parse(fs.readFileSync(path.join(ROOT, file), "utf8"), { name: file });
    if (model.status !== STATUS.OK)
        return model.findings().map(finding => `${finding.code} ${finding.text}`).join("; ");
    const run = model.run();
    const unmet = run.unmet(), json = run.write("json"), status = run.status;
    run.destroy();
    model.destroy();
    if (status !== STATUS.OK)
        return `status ${status}: ${unmet.join("; ") || json.slice(0, 300)}`;
    written[file] = timeless(json);
    const native = expectedOf(file);
    if (tool && ROUNDED.has(file) && agree(timeless(json), native))
        return null;
    const [ours, theirs] = [timeless(json).split("\n"), native.split("\n")];
    const line = ours.findIndex((text, i) => text !== theirs[i]);
    if (line < 0 && ours.length === theirs.length)
        return null;
    const [a, b] = [ours[line] ?? "", theirs[line] ?? ""];
    let at = 0;
    while (a[at] === b[at] && at < a.length)
        at++;
    return `line ${line + 1}: ...${a.slice(Math.max(at - 40, 0), at + 20)}..., the tool has ...${b.slice(Math.max(at - 40, 0), at + 20)}...`;
}

let failed = 0;
const models = files.filter(file => file.endsWith(".lgr"));
for (const file of models) {
    const trouble = judge(file);
    if (trouble) {
        failed++;
        console.log(`FAIL ${file}: ${trouble}`);
    }
}
if (tool)
    fs.writeFileSync(outputs, JSON.stringify(written));
console.log(`${models.length - failed} passed, ${failed} failed`);
process.exit(failed || !models.length ? 1 : 0);
