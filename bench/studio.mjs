/* Times of the library as WebAssembly beside the native one: least and median of processor time, for what a page does.

   usage: node bench/studio.mjs [ENGINE.wasm [MODEL.lgr [REPEATS]]]     (make studio builds the first)
   The native figures beside them are those of bench/table.py. */
import fs from "node:fs";
import { gzipSync, brotliCompressSync } from "node:zlib";
import { Engine } from "../web/engine/engine.mjs";
import { fuses } from "../web/engine/programs.mjs";

const [wasm = "build/wasm/engine.wasm", file = "examples/trebuchet/hinged.lgr", repeats = "60"] = process.argv.slice(2);
const code = fs.readFileSync(wasm), text = fs.readFileSync(file, "utf8");

/** ms of processor time of this process. */
const spent = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
};

/** @param {string} what @param {number[]} times */
function tell(what, times) {
    times.sort((a, b) => a - b);
    console.log(`${what.padEnd(52)} ${times[0].toFixed(3).padStart(9)} ${times[times.length >> 1].toFixed(3).padStart(9)}`);
}

/** @param {string} what @param {(i: number) => unknown} work @param {number} [count] */
async function measure(what, work, count = Number(repeats)) {
    const times = [];
    for (let i = 0; i < count; i++) {
        const before = spent();
        await work(i);
        times.push(spent() - before);
    }
    tell(what, times);
}

console.log(`${wasm}: ${code.length} bytes, gzip ${gzipSync(code, { level: 9 }).length}, brotli ${brotliCompressSync(code).length}`);
console.log(`sums and products rounded once: ${fuses() ? "an instruction" : "emulated"}`);
console.log(`${"ms of processor time".padEnd(52)} ${"least".padStart(9)} ${"median".padStart(9)}`);
await measure("load: compile and begin", () => Engine.load(code), 5);
const engine = await Engine.load(code);
await measure("read the model", () => engine.parse(text).destroy());
await measure("read, derive and run", () => {
    const model = engine.parse(text);
    model.run().destroy();
    model.destroy();
});
const model = engine.parse(text), [first] = model.list("parameter");
await measure("run again after a change of the first parameter", i => {
    model.set(first.name, `${first.value * (1 + 1e-3 * (i % 7))} ${first.unit}`);
    model.run().destroy();
});
await measure("the same with rows as numbers", i => {
    model.set(first.name, `${first.value * (1 + 1e-3 * (i % 7))} ${first.unit}`);
    const run = model.run({ rows: true });
    run.rows();
    run.destroy();
});
await measure("200 designs by a sweep", () => {
    const other = engine.parse(text), sweep = other.sweep({ axes: [{ name: first.name, low: `${first.value} ${first.unit}`,
        high: `${first.value * 1.05} ${first.unit}`, count: 200 }] });
    sweep.run();
    sweep.destroy();
    other.destroy();
}, 10);
