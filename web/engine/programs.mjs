/* Modules that the engine makes while it runs (src/tape/wasm): one for each set of equations. */

// f64x2.relaxed_madd of its three arguments, as a module: (f64, f64, f64) -> f64, exported as "f".
const PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 124, 124, 124, 1, 124, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 22, 1, 20, 0,
    32, 0, 253, 20, 32, 1, 253, 20, 32, 2, 253, 20, 253, 135, 2, 253, 33, 0, 11,
]);

/** Whether that instruction is there and rounds once. */
export function fuses() {
    try {
        if (!WebAssembly.validate(PROBE))
            return false;
        const f = /** @type {(x: number, y: number, z: number) => number} */ (
            new WebAssembly.Instance(new WebAssembly.Module(PROBE)).exports.f);
        const e = 2 ** -30;
        return f(1 + e, 1 - e, -1) === -e * e; // 0 if rounded twice
    } catch {
        return false;
    }
}

/**
 * The engine's imports "lagrangia.load", "unload" and "fuses".
 * @param {() => {memory: WebAssembly.Memory, table: WebAssembly.Table}} own
 */
export function programs(own, fused = fuses()) {
    /** Places in the table that are free again, by how many follow each other. @type {Map<number, number[]>} */
    const idle = new Map();
    /** How many lie at a place. @type {Map<number, number>} */
    const counts = new Map();
    return {
        /** @type {(at: number, size: number) => number} */
        load(at, size) {
            const { memory, table } = own();
            try {
                const module = new WebAssembly.Module(new Uint8Array(memory.buffer, at, size).slice());
                const functions = Object.values(new WebAssembly.Instance(module, { e: { m: memory, t: table } }).exports);
                const count = functions.length;
                const first = idle.get(count)?.pop() ?? table.grow(count);
                functions.forEach((f, i) => table.set(first + i, f));
                counts.set(first, count);
                return first;
            } catch {
                return 0; // interpreted then
            }
        },
        /** @type {(first: number) => void} */
        unload(first) {
            const count = counts.get(first) ?? 0;
            for (let i = 0; i < count; i++)
                own().table.set(first + i, null);
            counts.delete(first);
            idle.set(count, [...(idle.get(count) ?? []), first]);
        },
        fuses: () => (fused ? 1 : 0),
    };
}
