/* Runs a test program that is a WebAssembly module, with modules made by it; status as the program ends.

   usage: node programs.mjs TEST.wasm... */
import fs from "node:fs";
import path from "node:path";
import { programs } from "../programs.mjs";
import { wasi } from "../wasi.mjs";

/** @param {string} file @returns {Promise<string | null>} what is wrong */
async function run(file) {
    /** @type {any} */
    let exports, made = 0, said = "";
    const own = () => ({ memory: exports.memory, table: exports.__indirect_function_table });
    const host = programs(own);
    const counting = {
        ...host,
        /** @type {(at: number, size: number) => number} */
        load(at, size) {
            const first = host.load(at, size);
            made += first ? 1 : 0;
            return first;
        },
    };
    const instance = await WebAssembly.instantiate(await WebAssembly.compile(fs.readFileSync(file)), {
        wasi_snapshot_preview1: wasi(() => exports.memory, new Map(), text => (said += text)),
        lagrangia: counting,
    });
    exports = instance.exports;
    try {
        exports._start();
    } catch (error) {
        return `${said}${error}`;
    }
    return made > 0 ? null : `${said}no module was made`;
}

let failed = 0;
for (const file of process.argv.slice(2)) {
    const trouble = await run(file);
    if (trouble) {
        failed++;
        console.log(`FAIL ${path.basename(file)}: ${trouble}`);
    }
}
console.log(`${process.argv.length - 2 - failed} passed, ${failed} failed`);
process.exit(failed || process.argv.length < 3 ? 1 : 0);
