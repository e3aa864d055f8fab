/* The engine in a worker: answers one request after the other, and of those that wait only the newest of each kind. */
import { answer } from "./service.mjs";
import { Engine } from "./engine.mjs";

/** @typedef {import("./service.mjs").Request} Request */

const scope = /** @type {any} */ (globalThis);
/** @type {Engine | null} */
let engine = null;
/** Those that wait, by their kinds: Map keeps their order. @type {Map<string, Request & {id: number}>} */
const waiting = new Map();
let busy = false;

async function goOn() {
    if (busy || !engine)
        return;
    busy = true;
    for (let next = waiting.values().next(); !next.done; next = waiting.values().next()) {
        const request = next.value;
        waiting.delete(request.kind);
        const [result, transfer] = answer(engine, request);
        scope.postMessage({ id: request.id, result }, transfer);
        await new Promise(resolve => setTimeout(resolve)); // newer requests come in
    }
    busy = false;
}

scope.onmessage = async (/** @type {MessageEvent} */ event) => {
    const { code, request } = event.data;
    if (code) {
        engine = await Engine.load(code);
        scope.postMessage({ ready: true });
    } else {
        const before = waiting.get(request.kind);
        if (before)
            scope.postMessage({ id: before.id, result: { superseded: true } });
        waiting.delete(request.kind);
        waiting.set(request.kind, request);
    }
    await goOn();
};
