/* What a worker does for a page: one request in, one answer out, numbers as tables that can be transferred. */
import { EngineBroken, STATUS, UsageError } from "./engine.mjs";
import { optimize } from "./optimize.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */
/** @typedef {import("./engine.mjs").Model} Model */
/** @typedef {import("./engine.mjs").Finding} Finding */
/** @typedef {import("./engine.mjs").Info} Info */
/** @typedef {import("./engine.mjs").Rows} Rows */
/** @typedef {import("./engine.mjs").RunOptions} RunOptions */
/** @typedef {import("./engine.mjs").SweepOptions} SweepOptions */
/** @typedef {import("./engine.mjs").Scene} Scene */
/** @typedef {import("./optimize.mjs").Range} Range */

/**
 * @typedef {object} Request
 * @property {"run" | "derive" | "analyze" | "check" | "sweep" | "curve" | "slopes" | "optimize" | "write" | "language" | "export"} kind
 * @property {string} [slot]                               of those that wait only the newest of a kind and slot is answered
 * @property {string} text                                 the model
 * @property {string} [name]
 * @property {Record<string, string | number>} [values]    of parameters
 * @property {Record<string, string | Uint8Array>} [files]
 * @property {number} [seconds]                            at most; default 10
 * @property {number} [bytes]                              of memory, at most; default 512 MB
 * @property {RunOptions} [run]
 * @property {SweepOptions} [sweep]
 * @property {{what: string, line?: number, character?: number, argument?: string}[]} [questions]  of an editor: lgr_model_ask
 * @property {Range & {count: number}} [curve]             all reports for values from low to high
 * @property {Goal} [optimize]
 * @property {string} [format]                             of derive, analyze, check, write, export
 * @property {{form?: string, mode?: string, steps?: boolean}} [derive]
 * @property {[number, number]} [mode]   of analyze: numbers of an equilibrium and one of its modes, whose course is drawn
 * @property {boolean} [coordinates]                       of a run: told are those of the model too
 */
/**
 * @typedef {object} Goal
 * @property {string} report
 * @property {boolean} [minimize]
 * @property {Range[]} over
 * @property {number} [runs]        at most; default 400
 */
/**
 * @typedef {object} Answer
 * @property {number} [status]
 * @property {Finding[]} [findings]
 * @property {Info[]} [parameters]
 * @property {Info[]} [coordinates]
 * @property {Record<string, number>} [reports]
 * @property {Rows} [rows]           without frames
 * @property {Scene | null} [scene]  with frames
 * @property {Curve} [curve]
 * @property {{values: number[], value: number, runs: number}} [optimum]
 * @property {{names: string[], reports: string[], values: Float64Array}} [slopes]  of all reports by all parameters that may be changed, report after report, in SI units
 * @property {string} [text]
 * @property {Record<string, string>} [files]  that were exported
 * @property {string} [header]       of a sweep's rows
 * @property {any[]} [answers]       to the questions
 * @property {string} [usage]        what is wrong with the request
 * @property {string} [broken]       the engine must be loaded again
 * @property {number} [took]         ms that it took
 * @property {boolean} [superseded]  a newer request of this kind came before it began
 */

/**
 * @typedef {object} Curve
 * @property {Float64Array} at       values of the parameter, in the unit of the range
 * @property {string[]} names        of reports
 * @property {Float64Array} values   in SI units, report after report; NaN: no value
 */

const SECONDS = 10, BYTES = 512e6;
/** A tolerance of runs: on a curve of some hundred pixels nobody sees what is less. */
const SEEN = 1e-6;

/** The model of the last request: typing in one place changes one number, and everything derived stays. @type {{engine: Engine, key: string, files: Record<string, string | Uint8Array>, model: Model} | null} */
let last = null;

/** @param {string | Uint8Array | undefined} a @param {string | Uint8Array | undefined} b */
function sameContent(a, b) {
    if (typeof a === "string" || typeof b === "string" || !a || !b)
        return a === b;
    return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** @param {Record<string, string | Uint8Array>} a @param {Record<string, string | Uint8Array>} b */
function sameFiles(a, b) {
    return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every(path => sameContent(a[path], b[path]));
}

/** @param {Engine} engine @param {Request} request */
function modelFor(engine, request) {
    const key = JSON.stringify([request.text, request.name, Object.keys(request.values ?? {})]);
    const files = request.files ?? {};
    if (last && last.engine === engine && last.key === key && sameFiles(last.files, files) && last.model.status === STATUS.OK) {
        try {
            for (const [name, value] of Object.entries(request.values ?? {}))
                last.model.set(name, value);
            return last.model;
        } catch (error) {
            if (!(error instanceof UsageError))
                throw error;
        }
    }
    forget(engine);
    engine.setFiles(files);
    last = { engine, key, files, model: engine.parse(request.text, { name: request.name, values: request.values }) };
    return last.model;
}

/** The text that an editor shows, which may be wrong while another one is being run. @type {{engine: Engine, key: string, files: Record<string, string | Uint8Array>, model: Model} | null} */
let shown = null;

/** @param {Engine} engine @param {Request} request */
function modelShown(engine, request) {
    const key = JSON.stringify([request.text, request.name]), files = request.files ?? {};
    if (shown && shown.engine === engine && shown.key === key && sameFiles(shown.files, files))
        return shown.model;
    if (shown && shown.engine === engine)
        shown.model.destroy();
    engine.setFiles(files);
    shown = { engine, key, files, model: engine.parse(request.text, { name: request.name }) };
    return shown.model;
}

/** @param {Engine} engine */
function forget(engine) {
    if (last && last.engine === engine)
        last.model.destroy();
    last = null;
}

/** @param {Request} request @returns {() => boolean} whether there is none */
function timeLeft(request) {
    const end = performance.now() + 1000 * (request.seconds ?? SECONDS);
    return () => performance.now() > end;
}

/** A study changes values of its own. @param {Model} model @param {Request} request @param {(own: Model) => Answer} use */
function onItsOwn(model, request, use) {
    const own = model.engine.parse(request.text, { name: request.name, values: request.values });
    try {
        return use(own);
    } finally {
        own.destroy();
    }
}

/** A run with these values: its reports, and how exact it was; no reports if the model refuses them. @param {Model} model
    @param {Range[]} ranges @param {number[]} values @param {RunOptions} [options] @returns {{reports: Record<string, number>, tolerance: number}} */
function runAt(model, ranges, values, options) {
    try {
        ranges.forEach(({ name, unit }, i) => model.set(name, `${values[i]} ${unit ?? ""}`.trim()));
        const run = model.run(options), { tolerance } = run, reports = run.reports();
        run.destroy();
        return { reports, tolerance };
    } catch (error) {
        if (error instanceof UsageError)
            return { reports: {}, tolerance: NaN };
        throw error;
    }
}

/** All runs of a curve but the first are as exact as nobody sees the difference, unless the model asks for less. @param {Model} model
    @param {Range & {count: number}} range @param {() => boolean} late @returns {Answer} */
function curve(model, { count, ...range }, late) {
    const { low, high } = range, names = model.names("report");
    const at = Float64Array.from({ length: count }, (_, i) => low + (high - low) * i / Math.max(count - 1, 1));
    const values = new Float64Array(names.length * count).fill(NaN);
    let tolerance = NaN; // as the model says
    for (let i = 0; i < count && !late(); i++) {
        const run = runAt(model, [range], [at[i]], { tolerance });
        names.forEach((report, k) => (values[k * count + i] = run.reports[report] ?? NaN));
        tolerance = Math.max(run.tolerance, SEEN);
    }
    return { status: late() ? STATUS.INTERRUPTED : STATUS.OK, curve: { at, names, values } };
}

/** @param {Model} model @param {Goal} goal @param {() => boolean} late @returns {Answer} */
function best(model, goal, late) {
    const sign = goal.minimize ? 1 : -1;
    const found = optimize(x => {
        const value = runAt(model, goal.over, x).reports[goal.report] ?? NaN;
        return Number.isFinite(value) ? sign * value : Infinity;
    }, goal.over, goal.runs ?? 400, late);
    return { status: STATUS.OK, optimum: { values: found.at, value: sign * found.value, runs: found.runs } };
}

/** @param {Model} model @param {Request} request @returns {Answer} */
export function runAnswer(model, request) {
    const frames = request.run?.frames ?? false, run = model.run({ ...request.run, rows: !frames });
    const answer = { status: run.status, reports: run.reports(), ...(frames ? { scene: run.scene() } : { rows: run.rows() }) };
    run.destroy();
    return { ...answer, parameters: model.list("parameter"), ...(request.coordinates ? { coordinates: model.list("coordinate") } : {}) };
}

/** @type {Record<Request["kind"], (model: Model, request: Request) => Answer>} */
const KINDS = {
    run: runAnswer,
    language: (model, request) => ({
        status: model.status, answers: (request.questions ?? []).map(question => model.ask(question.what, question)) }),
    write(model, request) {
        const run = model.run({ ...request.run, rows: true, frames: true }), text = run.write(request.format ?? "csv");
        const { status } = run;
        run.destroy();
        return { status, text };
    },
    curve: (model, request) => onItsOwn(model, request, own => curve(own, /** @type {any} */ (request.curve), timeLeft(request))),
    slopes(model) {
        const run = model.run(), { status } = run, names = model.list("parameter").filter(({ role }) => role === "continuous").map(({ name }) => name);
        try {
            return status === STATUS.OK || status === STATUS.EXPECT ? run.slopes(names) : { status };
        } finally {
            run.destroy();
        }
    },
    optimize: (model, request) => onItsOwn(model, request, own => best(own, /** @type {Goal} */ (request.optimize), timeLeft(request))),
    derive: (model, request) => model.derive(request.format ?? "mathml", request.derive),
    export: (model, request) => model.export(request.format ?? "c"),
    analyze: (model, { format, mode }) => (mode ? model.drawMode(...mode) : model.analyze(format ?? "json")),
    check: (model, request) => model.check(request.format ?? "json"),
    sweep(model, request) {
        const options = /** @type {SweepOptions} */ (request.sweep), varied = new Set(options.axes.map(axis => axis.name));
        const others = Object.entries(request.values ?? {}).filter(([name]) => !varied.has(name));
        const own = model.engine.parse(request.text, { name: request.name, values: Object.fromEntries(others) });
        try {
            const sweep = own.sweep(options), answer = { header: sweep.header, ...sweep.run() };
            sweep.destroy();
            return answer;
        } finally {
            own.destroy();
        }
    },
};

/** @param {Engine} engine @param {Request} request @returns {[Answer, Transferable[]]} */
export function answer(engine, request) {
    const since = performance.now();
    try {
        engine.setLimits({ seconds: request.seconds ?? SECONDS, bytes: request.bytes ?? BYTES });
        const model = request.kind === "language" ? modelShown(engine, request) : modelFor(engine, request);
        if (model.status === STATUS.USAGE)
            throw new UsageError(model.usageError());
        /** @type {Answer} */
        const result = model.status === STATUS.OK || request.kind === "language" ? KINDS[request.kind](model, request) : { status: model.status };
        const tables = [result.rows?.values, result.scene?.numbers, result.curve?.values, result.slopes?.values].filter(table => table);
        return [{ ...result, findings: model.findings(), took: performance.now() - since }, tables.map(table => /** @type {ArrayBuffer} */ (table?.buffer))];
    } catch (error) {
        if (error instanceof UsageError)
            return [{ status: STATUS.USAGE, usage: error.message }, []];
        if (error instanceof EngineBroken) {
            last = shown = null;
            return [{ status: STATUS.INTERNAL, broken: error.message }, []];
        }
        throw error;
    }
}
