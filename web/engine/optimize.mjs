/* The least value of a function in a box: points spread over it, then searches by simplexes (Nelder, Mead) from the best. */

/**
 * @typedef {object} Range
 * @property {string} name
 * @property {number} low
 * @property {number} high
 * @property {string} [unit]   of both; default: that of the parameter's declaration
 */

const STARTS = 3, FLAT = 1e-7; // searches; how small a simplex, of the box, and how equal its values are at its end

/** The i-th number of van der Corput's sequence. @param {number} i @param {number} base */
function spread(i, base) {
    let sum = 0;
    for (let part = 1 / base; i > 0; part /= base, i = Math.floor(i / base))
        sum += part * (i % base);
    return sum;
}

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/** @typedef {{x: number[], f: number}} Place x: of the unit box */

/**
 * @param {(x: number[]) => number} f   Infinity: no value
 * @param {Range[]} over
 * @param {number} runs                 at most
 * @param {() => boolean} [late]        whether to end
 * @returns {{at: number[], value: number, runs: number}} `value` is Infinity if there is none
 */
export function optimize(f, over, runs, late = () => false) {
    let count = 0;
    /** @param {number[]} x */
    const inside = x => x.map(u => Math.min(1, Math.max(0, u)));
    /** @param {number[]} x */
    const real = x => x.map((u, i) => over[i].low + u * (over[i].high - over[i].low));
    const isOver = () => count >= runs || late();
    /** @param {number[]} x @returns {Place} */
    const place = x => {
        count++;
        return { x: inside(x), f: f(real(inside(x))) };
    };
    const first = Math.max(1, Math.min(Math.floor(runs / 2), 24 * over.length));
    /** @type {Place[]} */
    const all = [];
    for (let i = 1; i <= first && !isOver(); i++)
        all.push(place(over.map((_, k) => spread(i, PRIMES[k % PRIMES.length]))));
    all.sort((a, b) => a.f - b.f);
    let best = all[0] ?? { x: over.map(() => 0.5), f: Infinity };
    for (const start of all.slice(0, STARTS)) {
        const end = Number.isFinite(start.f) ? descend(place, start, 0.5 / Math.max(2, first ** (1 / over.length)), isOver) : start;
        if (end.f < best.f)
            best = end;
    }
    return { at: real(best.x), value: best.f, runs: count };
}

/** @param {(x: number[]) => Place} place @param {Place} start @param {number} size @param {() => boolean} isOver */
function descend(place, start, size, isOver) {
    const n = start.x.length;
    const simplex = [start, ...start.x.map((u, i) => place(start.x.map((w, k) => (k === i ? (u + size > 1 ? u - size : u + size) : w))))];
    while (!isOver()) {
        simplex.sort((a, b) => a.f - b.f);
        const [least, worst] = [simplex[0], simplex[n]];
        const extent = Math.max(...simplex.map(p => Math.max(...p.x.map((u, i) => Math.abs(u - least.x[i])))));
        if (extent < FLAT || (extent < 1e-3 && Math.abs(worst.f - least.f) <= 1e-10 * Math.abs(least.f)))
            break;
        const middle = start.x.map((_, i) => simplex.slice(0, n).reduce((sum, p) => sum + p.x[i], 0) / n);
        /** @param {number} k */
        const along = k => place(middle.map((u, i) => u + k * (worst.x[i] - u)));
        const mirrored = along(-1);
        if (mirrored.f < least.f) {
            const farther = along(-2);
            simplex[n] = farther.f < mirrored.f ? farther : mirrored;
        } else if (mirrored.f < simplex[n - 1].f) {
            simplex[n] = mirrored;
        } else {
            const nearer = along(mirrored.f < worst.f ? -0.5 : 0.5);
            if (nearer.f < Math.min(worst.f, mirrored.f))
                simplex[n] = nearer;
            else
                for (let k = 1; k <= n; k++)
                    simplex[k] = place(simplex[k].x.map((u, i) => (u + least.x[i]) / 2));
        }
    }
    return simplex.reduce((a, b) => (b.f < a.f ? b : a));
}
