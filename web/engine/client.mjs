/* A page's side of the worker: asks, keeps the newest request of each kind, and ends a worker that answers too late. */

/** @typedef {import("./service.mjs").Request} Request */
/** @typedef {import("./service.mjs").Answer} Answer */

const PATIENCE = 5; // seconds that an answer may be late, before the worker is ended

/** @typedef {{resolve: (answer: Answer) => void, timer: ReturnType<typeof setTimeout>}} Asked */

export class Client {
    /**
     * @param {() => Worker} begin          makes a worker of worker.mjs
     * @param {WebAssembly.Module | BufferSource} code  of engine.wasm
     */
    constructor(begin, code) {
        this.begin = begin;
        this.code = code;
        this.next = 1;
        /** @type {Map<number, Asked>} */
        this.asked = new Map();
        this.restart();
    }

    /** Ends the worker, whatever it does, and begins another: all open requests are answered as superseded. */
    restart() {
        this.worker?.terminate();
        for (const { resolve, timer } of this.asked.values()) {
            clearTimeout(timer);
            resolve({ superseded: true });
        }
        this.asked.clear();
        this.worker = this.begin();
        this.worker.onmessage = event => this.receive(event.data);
        this.worker.postMessage({ code: this.code });
    }

    cancel() {
        if (this.asked.size > 0)
            this.restart();
    }

    /** @param {{id?: number, result?: Answer}} message */
    receive(message) {
        const asked = message.id === undefined ? undefined : this.asked.get(message.id);
        if (!asked || message.id === undefined)
            return;
        clearTimeout(asked.timer);
        this.asked.delete(message.id);
        asked.resolve(/** @type {Answer} */ (message.result));
        if (message.result?.broken)
            this.restart();
    }

    /** @param {Request} request @returns {Promise<Answer>} */
    ask(request) {
        const id = this.next++;
        return new Promise(resolve => {
            const timer = setTimeout(() => {
                this.asked.delete(id);
                resolve({ status: 130, usage: "it takes too long" });
                this.restart();
            }, 1000 * ((request.seconds ?? 10) + PATIENCE));
            this.asked.set(id, { resolve, timer });
            this.worker?.postMessage({ request: { ...request, id } });
        });
    }
}
