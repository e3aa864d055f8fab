/* The engine in a worker: answers one request after the other, and of those that wait only the newest of each kind. */
import { answer } from "./service.mjs";
import { Engine } from "./engine.mjs";

/** @typedef {import("./service.mjs").Request} Request */

/** Questions of an editor are not made superfluous by others about the same text. @param {Request} request */
const kindOf = request => [request.kind, ...(request.questions ?? []).map(question => question.what)].join(" ");

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
        waiting.delete(kindOf(request));
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
        const before = waiting.get(kindOf(request));
        if (before)
            scope.postMessage({ id: before.id, result: { superseded: true } });
        waiting.delete(kindOf(request));
        waiting.set(kindOf(request), request);
    }
    await goOn();
};
