/* The engine in a page or in node: models from text, their equations, runs and sweeps, all in the calling thread. */
import { programs } from "./programs.mjs";
import { wasi } from "./wasi.mjs";

/** The numbers of lgr_status. */
export const STATUS = Object.freeze({
    OK: 0, MODEL: 1, USAGE: 2, RUN: 3, EXPECT: 4, MEMORY: 5, INTERNAL: 6, INTERRUPTED: 130,
});

/** The numbers of lgr_kind. */
const KIND = Object.freeze({ coordinate: 0, parameter: 1, row: 2, contact: 3, event: 4, output: 5, report: 6 });

/**
 * @typedef {object} Finding
 * @property {string} code      "E0107"
 * @property {"error" | "warning"} severity
 * @property {string} file
 * @property {number} line      from 1, as column; 0 where there is no place
 * @property {number} column
 * @property {number} length
 * @property {string} text      one sentence
 * @property {string} note
 * @property {string} help
 */
/**
 * @typedef {object} Info
 * @property {string} name
 * @property {string} role
 * @property {string} label
 * @property {string} unit
 * @property {string} rateUnit
 * @property {number} value     of parameters, in SI units
 * @property {number} low       bounds of parameters; -Infinity and Infinity if there are none
 * @property {number} high
 * @property {number} line      of the declaration
 * @property {number} column
 * @property {number} length
 */
/**
 * @typedef {object} RunOptions
 * @property {number} [until]
 * @property {number} [tolerance]
 * @property {number} [every]     seconds between rows
 * @property {string} [method]
 * @property {number} [maxSteps]
 * @property {boolean} [rows]     keep rows: default false
 * @property {boolean} [frames]   keep states for pictures: default false
 */
/**
 * @typedef {object} Rows
 * @property {string[]} names
 * @property {string[]} units
 * @property {number} count
 * @property {Float64Array} values   row by row
 */
/**
 * What is drawn and plotted of a run.
 * @typedef {object} Scene
 * @property {string} words          JSON: the data of a report without equations; a series is {"table": k}
 * @property {Float64Array} numbers  column after column: the times of the frames, then table 0, 1, ...
 * @property {number} columns
 * @property {number} frames
 */
/**
 * @typedef {object} Axis
 * @property {string} name
 * @property {string} low            "3 m"
 * @property {string} high
 * @property {number} count
 */
/**
 * @typedef {object} SweepOptions
 * @property {Axis[]} axes
 * @property {"grid" | "random" | "sobol"} [sample]
 * @property {number} [samples]
 * @property {number} [seed]
 * @property {number} [until]
 * @property {number} [tolerance]
 */
/**
 * @typedef {object} Limits
 * @property {number} [seconds]      for each call; runs and sweeps are then interrupted
 * @property {number} [bytes]        for all together; a call that needs more ends as without memory
 */

/** What the engine cannot go on after: it must be loaded again. */
export class EngineBroken extends Error {}
/** Settings that make no sense: LGR_STATUS_USAGE. */
export class UsageError extends Error {}

const ENTRY = 8; // bytes of an lgr_override
const AXIS = 16; // of an lgr_axis

export class Engine {
    /**
     * @param {BufferSource | WebAssembly.Module} code  of engine.wasm
     * @param {{fused?: boolean, tell?: (text: string) => void, reached?: (t: number, until: number) => void}} [options]
     *     reached: told from time to time how far a run has come; fused: whether sums and products rounded once may be used; default: where they are there
     */
    static async load(code, options = {}) {
        const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
        const engine = new Engine(options.tell ?? (() => undefined), options.reached ?? (() => undefined));
        const own = () => ({ memory: engine.memory, table: engine.table });
        const instance = await WebAssembly.instantiate(module, {
            wasi_snapshot_preview1: wasi(() => engine.memory, engine.files, engine.tell),
            lagrangia: { ...engine.imports(), ...programs(own, options.fused) },
        });
        engine.begin(instance);
        return engine;
    }

    /** @param {(text: string) => void} tell @param {(t: number, until: number) => void} reached */
    constructor(tell, reached) {
        this.tell = tell;
        this.reached = reached;
        /** Tables and texts that models name, by their paths. @type {Map<string, Uint8Array>} */
        this.files = new Map();
        this.trouble = "";
        /** What the module exports, once it is there. @type {Record<string, (...args: any[]) => any>} */
        this.c = {};
        this.memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (null));
        this.table = /** @type {WebAssembly.Table} */ (/** @type {unknown} */ (null));
        this.encoder = new TextEncoder();
        this.decoder = new TextDecoder();
    }

    imports() {
        return {
            now: () => performance.now() / 1000,
            /** @type {(t: number, until: number) => void} */
            reached: (t, until) => this.reached(t, until),
            /** @type {(file: number, line: number, condition: number) => void} */
            broken: (file, line, condition) => {
                this.trouble = `${this.text(file)}:${line}: ${this.text(condition)}`;
            },
        };
    }

    /** @param {WebAssembly.Instance} instance */
    begin(instance) {
        this.c = /** @type {any} */ (instance.exports);
        this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
        this.table = /** @type {WebAssembly.Table} */ (instance.exports.__indirect_function_table);
        this.call("_initialize");
        this.call("engine_begin");
    }

    /** Files that models may name. @param {Record<string, string | Uint8Array>} files */
    setFiles(files) {
        this.files.clear();
        for (const [path, content] of Object.entries(files))
            this.files.set(path, typeof content === "string" ? this.encoder.encode(content) : content);
    }

    /** @param {Limits} limits */
    setLimits(limits) {
        this.call("engine_limit", limits.seconds ?? Infinity, limits.bytes ?? Infinity);
    }

    /** Calls a function of the module; what it cannot recover from is EngineBroken. @param {string} name @param {any[]} args */
    call(name, ...args) {
        try {
            return this.c[name](...args);
        } catch (error) {
            throw new EngineBroken(this.trouble || `${name}: ${error instanceof Error ? error.message : error}`);
        }
    }

    /** A C string. @param {number} at @returns {string} */
    text(at) {
        if (!at)
            return "";
        const memory = new Uint8Array(this.memory.buffer);
        return this.decoder.decode(memory.slice(at, memory.indexOf(0, at)));
    }

    /** What the last writing call wrote. */
    written() {
        const at = this.call("engine_text"), length = this.call("engine_text_length");
        return this.decoder.decode(new Uint8Array(this.memory.buffer).slice(at, at + length));
    }

    /**
     * Runs `use` with pointers to texts, which are freed afterwards.
     * @template T
     * @param {(string | null | undefined)[]} texts
     * @param {(...pointers: number[]) => T} use
     * @returns {T}
     */
    withTexts(texts, use) {
        const pointers = texts.map(text => (text === null || text === undefined ? 0 : this.put(text)));
        try {
            return use(...pointers);
        } finally {
            pointers.forEach(pointer => pointer && this.c.engine_give_back(pointer));
        }
    }

    /** @param {number} size @returns {number} */
    take(size) {
        const at = this.call("engine_take", size);
        if (!at)
            throw new EngineBroken("memory is exhausted");
        return at;
    }

    /** @param {string} text */
    put(text) {
        const bytes = this.encoder.encode(text), at = this.take(bytes.length + 1);
        const memory = new Uint8Array(this.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
        return at;
    }

    /**
     * A model, also one with errors: see its findings.
     * @param {string} text
     * @param {{name?: string, values?: Record<string, string | number>}} [options]
     */
    parse(text, options = {}) {
        const entries = Object.entries(options.values ?? {}).flatMap(([name, value]) => [name, String(value)]);
        const length = this.encoder.encode(text).length;
        return this.withTexts([options.name ?? "model.lgr", text, ...entries], (name, at, ...pairs) => {
            const list = this.take(ENTRY * (pairs.length / 2) + 1);
            new Uint32Array(this.memory.buffer, list, pairs.length).set(pairs);
            try {
                return new Model(this, this.call("engine_parse", name, at, length, list, pairs.length / 2));
            } finally {
                this.c.engine_give_back(list);
            }
        });
    }
}

/** @param {Engine} engine @param {number} status @param {() => string} why @returns {number} */
function checked(engine, status, why) {
    if (status === STATUS.INTERNAL)
        throw new EngineBroken(engine.trouble);
    if (status === STATUS.USAGE)
        throw new UsageError(why());
    return status;
}

/** What only engine-export.wasm has. @param {Engine} engine @param {string} name of one of its functions */
function wholeEngine(engine, name) {
    if (!engine.c[name])
        throw new UsageError("this needs the whole engine, engine-export.wasm");
}

export class Model {
    /** @param {Engine} engine @param {number} handle */
    constructor(engine, handle) {
        this.engine = engine;
        this.handle = handle;
        /** What lists say of the same thing each time. @type {Partial<Record<keyof typeof KIND, ReturnType<Model["wordsOf"]>[]>>} */
        this.words = {};
        if (!handle)
            throw new EngineBroken(engine.trouble || "memory is exhausted");
    }

    destroy() {
        this.engine.call("lgr_model_destroy", this.handle);
        this.handle = 0;
    }

    /** @returns {number} */
    get status() {
        return this.engine.call("lgr_model_status", this.handle);
    }

    get name() {
        return this.engine.text(this.engine.call("lgr_model_name", this.handle));
    }

    usageError() {
        return this.engine.text(this.engine.call("lgr_model_usage_error", this.handle));
    }

    /** @returns {Finding[]} */
    findings() {
        const count = this.engine.call("lgr_model_finding_count", this.handle);
        return Array.from({ length: count }, (_, i) => {
            const [code, severity, file, text, note, help] = [0, 1, 2, 3, 4, 5].map(field =>
                this.engine.text(this.engine.call("engine_finding_text", this.handle, i, field)));
            const [line, column, length] = [0, 1, 2].map(field =>
                this.engine.call("engine_finding_place", this.handle, i, field));
            return { code, severity: /** @type {"error" | "warning"} */ (severity), file, line, column, length, text, note, help };
        });
    }

    /** @param {keyof typeof KIND} kind @returns {Info[]} */
    list(kind) {
        return this.known(kind).map((words, i) => {
            const [value, low, high] = [0, 1, 2].map(field => this.numberOf(kind, i, field));
            return { ...words, role: this.wordOf(kind, i, 1), value, low, high };
        });
    }

    /** @param {keyof typeof KIND} kind */
    names(kind) {
        return this.known(kind).map(({ name }) => name);
    }

    /** @param {keyof typeof KIND} kind @returns {ReturnType<Model["wordsOf"]>[]} */
    known(kind) {
        const count = this.engine.call("lgr_model_count", this.handle, KIND[kind]), before = this.words[kind];
        return before && before.length === count ? before : (this.words[kind] = Array.from({ length: count }, (_, i) => this.wordsOf(kind, i)));
    }

    /** @param {keyof typeof KIND} kind @param {number} i @param {number} field @returns {string} */
    wordOf(kind, i, field) {
        return this.engine.text(this.engine.call("engine_info_text", this.handle, KIND[kind], i, field));
    }

    /** @param {keyof typeof KIND} kind @param {number} i @param {number} field @returns {number} */
    numberOf(kind, i, field) {
        return this.engine.call("engine_info_number", this.handle, KIND[kind], i, field);
    }

    /** What stays as it is. @param {keyof typeof KIND} kind @param {number} i */
    wordsOf(kind, i) {
        const [name, label, unit, rateUnit] = [0, 2, 3, 4].map(field => this.wordOf(kind, i, field));
        const [line, column, length] = [3, 4, 5].map(field => this.numberOf(kind, i, field));
        return { name, label, unit, rateUnit, line, column, length };
    }

    /** Gives a parameter another value, "4.2 m" or a number in its declared unit. @param {string} name @param {string | number} value */
    set(name, value) {
        return this.engine.withTexts([name, String(value)], (n, v) =>
            checked(this.engine, this.engine.call("lgr_model_set", this.handle, n, v), () => this.usageError()));
    }

    /** @param {string} name @param {(string | null)[]} texts @param {any[]} more */
    write(name, texts, ...more) {
        const status = this.engine.withTexts(texts, (...pointers) => this.engine.call(name, this.handle, ...pointers, ...more));
        checked(this.engine, status, () => this.usageError());
        return { status, text: this.engine.written() };
    }

    /** The classification: "json" or "text"; by the whole engine. @param {string} [format] */
    check(format = "json") {
        wholeEngine(this.engine, "engine_check");
        return this.write("engine_check", [format]);
    }

    /** By the whole engine. @param {string} [format] "json", "text" or "csv" */
    analyze(format = "json") {
        wholeEngine(this.engine, "engine_analyze");
        return this.write("engine_analyze", [format]);
    }

    /** What is drawn of a mode in its course: JSON; by the whole engine. @param {number} equilibrium @param {number} mode */
    drawMode(equilibrium, mode) {
        wholeEngine(this.engine, "engine_draw_mode");
        return this.write("engine_draw_mode", [], equilibrium, mode);
    }

    /** The equations. @param {string} [format] @param {{form?: string, mode?: string, steps?: boolean}} [options] */
    derive(format = "mathml", options = {}) {
        const texts = [format, options.form ?? "lagrange", options.mode ?? "start"];
        return this.write("engine_derive", texts, options.steps ? 1 : 0);
    }

    /** The model as a program for others, only where the module has that (engine-export.wasm). @param {string} format "c", "fmu" or a language of equations */
    export(format) {
        wholeEngine(this.engine, "engine_export");
        const { status, text } = this.write("engine_export", [format]), parts = text.split("\0");
        return { status, files: Object.fromEntries(parts.flatMap((name, i) => (i % 2 === 0 && i + 1 < parts.length ? [[name, parts[i + 1]]] : []))) };
    }

    /**
     * What editors ask about the text, of a model with errors too; questions and answers are those of lgr_model_ask.
     * @param {string} what
     * @param {{line?: number, character?: number, argument?: string}} [at]
     * @returns {any}
     */
    ask(what, at = {}) {
        return JSON.parse(this.write("engine_ask", [what, at.argument ?? null], at.line ?? 0, at.character ?? 0).text);
    }

    /** @param {RunOptions} [o] */
    run(o = {}) {
        return this.engine.withTexts([o.method], method => new Run(this, this.engine.call("engine_run", this.handle,
            o.until ?? NaN, o.tolerance ?? NaN, o.every ?? 0, method, o.maxSteps ?? 0, o.rows ? 1 : 0, o.frames ? 1 : 0)));
    }

    /** Runs of many designs, only where the module has that (engine-export.wasm); rows as lines of csv. @param {SweepOptions} o */
    sweep(o) {
        wholeEngine(this.engine, "engine_sweep");
        const texts = [o.sample, ...o.axes.flatMap(axis => [axis.name, axis.low, axis.high])];
        return this.engine.withTexts(texts, (sample, ...axes) => {
            const list = this.engine.take(AXIS * o.axes.length);
            const numbers = new Uint32Array(this.engine.memory.buffer, list, 4 * o.axes.length);
            o.axes.forEach((axis, i) => numbers.set([...axes.slice(3 * i, 3 * i + 3), axis.count], 4 * i));
            try {
                return new Sweep(this.engine, this.engine.call("engine_sweep", this.handle, list, o.axes.length, sample,
                    o.samples ?? 0, o.seed ?? 0, o.until ?? NaN, o.tolerance ?? NaN));
            } finally {
                this.engine.c.engine_give_back(list);
            }
        });
    }
}

export class Run {
    /** @param {Model} model @param {number} handle */
    constructor(model, handle) {
        this.engine = model.engine;
        this.model = model;
        this.handle = handle;
        if (!handle)
            throw new EngineBroken(this.engine.trouble || "memory is exhausted");
        checked(this.engine, this.status, () => this.engine.text(this.engine.call("lgr_run_usage_error", handle)));
    }

    destroy() {
        this.engine.call("lgr_run_destroy", this.handle);
        this.handle = 0;
    }

    /** Derivatives of all reports by these parameters in SI units, report after report; by the whole engine. @param {string[]} params */
    slopes(params) {
        wholeEngine(this.engine, "lgr_run_differentiate");
        const reports = this.model.names("report"), n = params.length;
        return this.engine.withTexts([...params, ...reports], (...at) => {
            const list = this.engine.take(4 * n + 4);
            try {
                new Uint32Array(this.engine.memory.buffer, list, n).set(at.slice(0, n));
                const status = checked(this.engine, this.engine.call("lgr_run_differentiate", this.handle, list, n),
                    () => this.engine.text(this.engine.call("lgr_run_usage_error", this.handle)));
                const values = Float64Array.from({ length: n * reports.length }, (_, i) =>
                    this.engine.call("lgr_run_slope", this.handle, at[n + Math.floor(i / n)], at[i % n]));
                return { status, slopes: { names: params, reports, values } };
            } finally {
                this.engine.c.engine_give_back(list);
            }
        });
    }

    /** @returns {number} */
    get status() {
        return this.engine.call("lgr_run_status", this.handle);
    }

    /** Of its steps; NaN if there are none. @returns {number} */
    get tolerance() {
        return this.engine.call("engine_run_tolerance", this.handle);
    }

    /** "json", "json-series", "csv", "text", "svg". @param {string} format */
    write(format) {
        return this.engine.withTexts([format], at => {
            const status = this.engine.call("engine_run_write", this.handle, at);
            checked(this.engine, status, () => `unknown format '${format}'`);
            return this.engine.written();
        });
    }

    /** Reports by name, in SI units; NaN where there is no value. @returns {Record<string, number>} */
    reports() {
        return Object.fromEntries(this.model.names("report").map((name, i) =>
            [name, /** @type {number} */ (this.engine.call("engine_run_report", this.model.handle, this.handle, i))]));
    }

    /** Messages of expectations that do not hold. @returns {string[]} */
    unmet() {
        const count = this.engine.call("lgr_run_unmet_count", this.handle);
        return Array.from({ length: count }, (_, i) =>
            this.engine.text(this.engine.call("lgr_run_unmet_text", this.handle, i, 0)));
    }

    /** What is drawn of it (option `frames`), copied; null if it never began. @returns {Scene | null} */
    scene() {
        if (this.engine.call("engine_scene", this.handle) !== STATUS.OK)
            return null;
        const columns = this.engine.call("engine_scene_columns"), frames = this.engine.call("engine_scene_frames");
        const at = this.engine.call("engine_scene_numbers");
        return {
            words: this.engine.text(this.engine.call("engine_scene_words")), columns, frames,
            numbers: at ? new Float64Array(this.engine.memory.buffer, at, columns * frames).slice() : new Float64Array(),
        };
    }

    /** Recorded rows (option `rows`), copied. @returns {Rows} */
    rows() {
        const columns = this.engine.call("lgr_run_column_count", this.handle);
        const count = this.engine.call("lgr_run_row_count", this.handle);
        const name = (/** @type {string} */ of) => Array.from({ length: columns }, (_, i) =>
            this.engine.text(this.engine.call(of, this.handle, i)));
        const at = this.engine.call("engine_rows", this.handle);
        return {
            names: name("engine_column_name"), units: name("engine_column_unit"), count,
            values: at ? new Float64Array(this.engine.memory.buffer, at, count * columns).slice() : new Float64Array(),
        };
    }
}

export class Sweep {
    /** @param {Engine} engine @param {number} handle */
    constructor(engine, handle) {
        this.engine = engine;
        this.handle = handle;
        if (!handle)
            throw new EngineBroken(engine.trouble || "memory is exhausted");
        checked(engine, engine.call("lgr_sweep_status", handle), () => engine.text(engine.call("lgr_sweep_usage_error", handle)));
    }

    destroy() {
        this.engine.call("lgr_sweep_destroy", this.handle);
        this.handle = 0;
    }

    /** @returns {number} */
    get count() {
        return this.engine.call("lgr_sweep_count", this.handle);
    }

    get header() {
        return this.engine.text(this.engine.call("lgr_sweep_header", this.handle));
    }

    /** The rows of these designs, as csv. @param {number} [first] @param {number} [end] */
    run(first = 0, end = this.count) {
        const status = this.engine.call("engine_sweep_run", this.handle, first, end);
        checked(this.engine, status, () => this.engine.text(this.engine.call("lgr_sweep_usage_error", this.handle)));
        return { status, text: this.engine.written() };
    }
}
