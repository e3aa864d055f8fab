/* The engine in a worker: answers one request after the other, and of those that wait only the newest of each kind. */
import { answer } from "./service.mjs";
import { Engine } from "./engine.mjs";

/** @typedef {import("./service.mjs").Request} Request */

const scope = /** @type {any} */ (globalThis);
/** @type {Engine | null} */
let engine = null;
/** Of the request that is being answered. */
let present = 0, told = 0;
const BETWEEN = 50; // ms
/** Those that wait, by their kinds and slots: Map keeps their order. @type {Map<string, Request & {id: number}>} */
const waiting = new Map();
let busy = false;

/** Questions of an editor are not made superfluous by others about the same text. @param {Request} request */
const placeOf = request => [request.kind, request.slot ?? "", ...(request.questions ?? []).map(question => question.what)].join(" ");

/** How far a long run has come. @param {number} t @param {number} until */
function reached(t, until) {
    if (performance.now() - told < BETWEEN)
        return;
    told = performance.now();
    scope.postMessage({ id: present, reached: { t, until } });
}

async function goOn() {
    if (busy || !engine)
        return;
    busy = true;
    for (let next = waiting.values().next(); !next.done; next = waiting.values().next()) {
        const request = next.value;
        waiting.delete(placeOf(request));
        present = request.id;
        told = performance.now();
        const [result, transfer] = answer(engine, request);
        scope.postMessage({ id: request.id, result }, transfer);
        await new Promise(resolve => setTimeout(resolve)); // newer requests come in
    }
    busy = false;
}

scope.onmessage = async (/** @type {MessageEvent} */ event) => {
    const { code, request } = event.data;
    if (code) {
        engine = await Engine.load(code, { reached });
        scope.postMessage({ ready: true });
    } else {
        const before = waiting.get(placeOf(request));
        if (before)
            scope.postMessage({ id: before.id, result: { superseded: true } });
        waiting.delete(placeOf(request));
        waiting.set(placeOf(request), request);
    }
    await goOn();
};
