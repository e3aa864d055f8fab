/* A page's side of the worker: asks, keeps the newest request of each kind, and ends a worker that answers too late. */

/** @typedef {import("./service.mjs").Request} Request */
/** @typedef {import("./service.mjs").Answer} Answer */
/** @typedef {{t: number, until: number}} Reached how far a run has come */

const PATIENCE = 5; // seconds that an answer may be late, before the worker is ended
/** A newer run does not wait for one that is longer under way than these ms: the worker is ended. */
const STALE = 300;

/** @typedef {{resolve: (answer: Answer) => void, timer: ReturnType<typeof setTimeout>, place: string, since: number,
 *             reached?: (reached: Reached) => void}} Asked */

export class Client {
    /**
     * @param {() => Worker} begin          makes a worker of worker.mjs
     * @param {WebAssembly.Module | BufferSource | Promise<WebAssembly.Module>} code  of engine.wasm; a module is compiled already
     */
    constructor(begin, code) {
        this.begin = begin;
        this.code = code;
        this.next = 1;
        /** @type {Map<number, Asked>} */
        this.asked = new Map();
        /** Begun when it is first asked, or again. @type {Worker | null} */
        this.worker = null;
    }

    async beginWorker() {
        const worker = this.worker = this.begin();
        worker.onmessage = event => this.receive(event.data);
        worker.postMessage({ code: await this.code });
    }

    /** Ends the worker, whatever it does, and begins another: all open requests are answered as superseded. */
    restart() {
        this.worker?.terminate();
        for (const { resolve, timer } of this.asked.values()) {
            clearTimeout(timer);
            resolve({ superseded: true });
        }
        this.asked.clear();
        this.beginWorker();
    }

    cancel() {
        if (this.asked.size > 0)
            this.restart();
    }

    /** @param {{id?: number, result?: Answer, reached?: Reached}} message */
    receive(message) {
        const asked = message.id === undefined ? undefined : this.asked.get(message.id);
        if (!asked || message.id === undefined)
            return;
        if (message.reached) {
            asked.reached?.(message.reached);
            return;
        }
        clearTimeout(asked.timer);
        this.asked.delete(message.id);
        asked.resolve(/** @type {Answer} */ (message.result));
        if (message.result?.broken)
            this.restart();
    }

    /** @param {Request} request @param {(reached: Reached) => void} [reached] told how far it has come @returns {Promise<Answer>} */
    ask(request, reached) {
        const id = this.next++, place = `${request.kind} ${request.slot ?? ""}`, since = performance.now();
        if (request.kind === "run" && [...this.asked.values()].some(open => open.place === place && since - open.since > STALE))
            this.restart();
        if (!this.worker)
            this.beginWorker();
        return new Promise(resolve => {
            const timer = setTimeout(() => {
                this.asked.delete(id);
                resolve({ status: 130, usage: "it takes too long" });
                this.restart();
            }, 1000 * ((request.seconds ?? 10) + PATIENCE));
            this.asked.set(id, { resolve, timer, place, since, reached });
            this.worker?.postMessage({ request: { ...request, id } });
        });
    }
}
