/* What a page asks of the engine: findings at their places, other values, files, limits, sweeps; a worker whose newest
   request wins, and which can be ended.

   usage: node service.mjs ENGINE.wasm TOOL */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Client } from "../client.mjs";
import { Engine, STATUS, UsageError } from "../engine.mjs";
import { answer } from "../service.mjs";

const [wasm, tool] = process.argv.slice(2);
const code = fs.readFileSync(wasm);
const engine = await Engine.load(code);
const here = path.dirname(new URL(import.meta.url).pathname);
const hinged = fs.readFileSync(path.resolve(here, "../../../examples/trebuchet/hinged.lgr"), "utf8");
const ball = "param h = 2 m in [1 m, 9 m]\ncoord y = h\ngravity 9.81 m/s^2\nparticle ball: mass 1 kg at [0 m, y]\n" +
    "event ground when y < 0 m { stop }\nreport fall = time(ground) \"time of the fall\"\n";
const forever = "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 1e9\n";

/** @param {import("../service.mjs").Request} request */
const ask = request => answer(engine, request)[0];

/** @type {Record<string, () => unknown>} */
const tests = {
    "findings have places, in characters"() {
        const { status, findings } = ask({ kind: "run", text: "coord y = 2\n# ü\nparticle b: mass 1 at [0, z]\n" });
        assert.equal(status, STATUS.MODEL);
        const [first] = findings ?? [];
        assert.deepEqual([first.code, first.severity, first.line, first.column, first.length], ["E0107", "error", 3, 27, 1]);
        assert.match(first.text, /z/);
    },
    "parameters have values, units and bounds"() {
        const { parameters } = ask({ kind: "run", text: ball });
        assert.deepEqual([parameters?.[0].name, parameters?.[0].unit, parameters?.[0].value, parameters?.[0].low, parameters?.[0].high],
            ["h", "m", 2, 1, 9]);
    },
    "another value gives another run, the same one as from the text"() {
        for (const h of ["2 m", "3 m", "1.5", "3 m"]) {
            const got = ask({ kind: "run", text: ball, values: { h } }).reports?.fall ?? NaN;
            assert.ok(Math.abs(got - Math.sqrt(2 * parseFloat(h) / 9.81)) < 1e-12);
            assert.equal(got, ask({ kind: "run", text: ball.replace("h = 2 m", `h = ${parseFloat(h)} m`) }).reports?.fall);
        }
    },
    "a value that cannot be is told, and the next one works"() {
        assert.match(ask({ kind: "run", text: ball, values: { h: "3 kg" } }).usage ?? "", /h/);
        assert.match(ask({ kind: "run", text: ball, values: { height: "3 m" } }).usage ?? "", /height/);
        assert.equal(ask({ kind: "run", text: ball, values: { h: "4 m" } }).status, STATUS.OK);
    },
    "rows are numbers, row by row"() {
        const rows = ask({ kind: "run", text: ball }).rows;
        assert.equal(rows?.names[0], "t");
        assert.equal(rows?.values.length, rows ? rows.count * rows.names.length : 0);
        const y = rows?.names.indexOf("y") ?? 0, last = (rows?.count ?? 0) - 1;
        assert.equal(rows?.values[y], 2);
        assert.ok(Math.abs(rows?.values[last * (rows?.names.length ?? 0) + y] ?? 1) < 1e-9);
    },
    "what is drawn has its numbers beside its words"() {
        const { scene, rows } = ask({ kind: "run", text: `${ball}draw ball at ball radius 0.1 m\n`, run: { frames: true } });
        const words = JSON.parse(scene?.words ?? ""), column = (/** @type {number} */ k) =>
            scene?.numbers.subarray(k * scene.frames, (k + 1) * scene.frames) ?? [];
        assert.equal(rows, undefined);
        assert.equal(scene?.numbers.length, (scene?.columns ?? 0) * (scene?.frames ?? 0));
        const t = column(0), y = column(words.shapes[0].at.y.table + 1);
        assert.ok(t.length > 10);
        t.forEach((time, i) => assert.ok(Math.abs(y[i] - (2 - 9.81 / 2 * time ** 2)) < 1e-6));
        assert.deepEqual([words.parameters[0].value, words.parameters[0].unit, words.parameters[0].high], [2, "m", 9]);
    },
    "a curve has the reports of single runs"() {
        const { curve } = ask({ kind: "curve", text: ball, curve: { name: "h", low: 1, high: 9, count: 5 } });
        assert.deepEqual([curve?.names, [...curve?.at ?? []]], [["fall"], [1, 3, 5, 7, 9]]);
        curve?.at.forEach((h, i) => assert.ok(Math.abs((curve?.values[i] ?? 0) - Math.sqrt(2 * h / 9.81)) < 1e-12));
        assert.equal(ask({ kind: "run", text: ball }).parameters?.[0].value, 2);
    },
    "great angles have sines"() {
        const far = "param w = 1e12\ncoord x = 1\nkinetic T = x'^2/2\nreport top = maximum(sin(w*x))\nreport low = minimum(cos(w*x)*x)\nsimulate until 1\n";
        const { reports, broken } = ask({ kind: "run", text: far });
        assert.equal(broken, undefined);
        assert.ok(Math.abs((reports?.top ?? 0) - Math.sin(1e12)) < 1e-6 && Math.abs((reports?.low ?? 0) - Math.cos(1e12)) < 1e-6);
        assert.equal(ask({ kind: "analyze", text: far }).broken, undefined);
    },
    "a curve is as exact as can be seen: its runs but the first take longer steps, unless the model asks for still longer ones"() {
        const pendulum = "param a0 = 2\ncoord a = a0\nkinetic T = a'^2/2\npotential V = -cos(a)\nreport far = final(a)\nsimulate until 20\n";
        const exact = (/** @type {string} */ text) => [1, 1.5, 2].map(a0 => ask({ kind: "run", text, values: { a0 } }).reports?.far ?? NaN);
        const seen = (/** @type {string} */ text) => [...ask({ kind: "curve", text, curve: { name: "a0", low: 1, high: 2, count: 3 } }).curve?.values ?? []];
        const [ours, theirs] = [seen(pendulum), exact(pendulum)];
        assert.equal(ours[0], theirs[0]);
        assert.ok([1, 2].every(i => ours[i] !== theirs[i] && Math.abs(ours[i] - theirs[i]) < 1e-4), `${ours} ${theirs}`);
        const coarse = pendulum.replace("until 20", "until 20, tolerance 1e-4");
        assert.deepEqual(seen(coarse), exact(coarse));
    },
    "the best design in a box is found, and at its corner too"() {
        const text = "param a = 0 in [-2, 3]\nparam b = 0 in [-1, 1]\ncoord x = 0\nkinetic T = x'^2/2\nsimulate until 0.1\n" +
            "report hill = final(x)*0 + 7 - (a - 1)^2 - 2*(b + 0.3)^2 - a*b/2\n";
        const over = [{ name: "a", low: -2, high: 3 }, { name: "b", low: -1, high: 1 }];
        const most = ask({ kind: "optimize", text, optimize: { report: "hill", over } }).optimum;
        // where the slopes 2(a - 1) + b/2 and 4(b + 0.3) + a/2 are zero
        const a = (8 + 0.6) / 7.75, b = -0.3 - a / 8;
        assert.ok(Math.abs((most?.values[0] ?? 9) - a) < 1e-4 && Math.abs((most?.values[1] ?? 9) - b) < 1e-4, JSON.stringify(most));
        const least = ask({ kind: "optimize", text, optimize: { report: "hill", over, minimize: true } }).optimum;
        assert.ok(Math.abs((least?.values[0] ?? 9) + 2) < 1e-6, JSON.stringify(least));
    },
    "a run that is interrupted shows what it has"() {
        const { status, scene } = ask({ kind: "run", text: forever, seconds: 0.2, run: { frames: true } });
        assert.equal(status, STATUS.INTERRUPTED);
        assert.ok((scene?.frames ?? 0) > 100);
    },
    "memory is limited for each request, and the engine goes on"() {
        const answered = ask({ kind: "run", text: forever, seconds: 20, bytes: 3e7 });
        assert.equal(answered.status === STATUS.OK, false, String(answered.status));
        assert.equal(ask({ kind: "run", text: ball }).status, STATUS.OK);
    },
    "tables and included texts come from memory, and their new bytes count"() {
        const text = "include \"parts.lgr\"\ncoord x = 0 m\ninitial x' = 1 m/s\nparticle b: mass m at [x, 0 m]\n" +
            "let f = table(\"f.csv\", x/(1 m))\nforce push: f*[1 N, 0 N] at b\nsimulate until 1 s\nreport far = final(x)\n";
        const far = (/** @type {number} */ force) => ask({ kind: "run", text, files: {
            "parts.lgr": "param m = 2 kg\n", "f.csv": `x,f\n-10,${force}\n0,${force}\n10,${force}\n20,${force}\n` } });
        for (const force of [4, 8])
            assert.ok(Math.abs((far(force).reports?.far ?? NaN) - (1 + force / 4)) < 1e-9, JSON.stringify(far(force)));
        assert.equal(ask({ kind: "run", text }).findings?.[0].severity, "error");
    },
    "equations, analysis and classification are texts"() {
        assert.match(ask({ kind: "derive", text: ball, format: "text" }).text ?? "", /y''/);
        assert.match(ask({ kind: "derive", text: ball }).text ?? "", /<math/);
        assert.equal(JSON.parse(ask({ kind: "check", text: ball }).text ?? "")["degrees_of_freedom"] ?? 1, 1);
        assert.ok(JSON.parse(ask({ kind: "analyze", text: forever }).text ?? ""));
    },
    "editors ask about texts that are right and wrong, also while another text is being run"() {
        const wrong = ball.replace("coord y = h", "coord y = hh");
        const questions = [{ what: "tokens" }, { what: "hover", line: 0, character: 6 }, { what: "findings" },
            { what: "completion", line: 4, character: 28 }, { what: "rename", line: 1, character: 6, argument: "height" }];
        for (const text of [ball, wrong, ball]) {
            const { status, answers, findings } = ask({ kind: "language", text, questions });
            const [tokens, hover, found, completion, rename] = answers ?? [];
            assert.equal(status, text === ball ? STATUS.OK : STATUS.MODEL);
            assert.equal(tokens.data.length % 5, 0);
            assert.match(hover.contents.value, text === ball ? /2 m in \[1 m, 9 m\]/ : /parameter/);
            assert.equal(found.length, findings?.length);
            assert.ok(text === ball || found[0].fix.edits[0].newText === "h");
            assert.ok(completion.some((/** @type {{label: string}} */ item) => item.label === "stop"));
            assert.equal(rename.edits.length, 3);
            assert.equal(ask({ kind: "run", text: ball }).status, STATUS.OK);
        }
        assert.equal(ask({ kind: "language", text: ball, questions: [{ what: "nothing" }] }).status, STATUS.USAGE);
    },
    "what needs a library that is not there is refused by name"() {
        const model = engine.parse(ball);
        assert.throws(() => model.run({ method: "cvode" }), error => error instanceof UsageError && /SUNDIALS/.test(error.message));
        model.destroy();
    },
    "a run that takes too long is interrupted"() {
        const began = performance.now(), { status } = ask({ kind: "run", text: forever, seconds: 0.2 });
        assert.equal(status, STATUS.INTERRUPTED);
        assert.ok(performance.now() - began < 5000);
    },
    "models that ask for too much are refused, and the engine goes on"() {
        const deep = `coord x = 1\nkinetic T = x'^2/2\nlet y = ${"(".repeat(200000)}x${")".repeat(200000)}\n`;
        const wide = `coord x = 1\n${Array.from({ length: 5000 }, (_, i) => `let y${i} = sin(${i ? `y${i - 1}` : "x"})*x`).join("\n")}\n` +
            "kinetic T = x'^2/2 + y4999*x'\n";
        for (const text of [deep, wide]) {
            const { status } = ask({ kind: "run", text, seconds: 5 });
            assert.ok(status !== STATUS.INTERNAL, String(status));
        }
        assert.equal(ask({ kind: "run", text: ball }).status, STATUS.OK);
    },
    "stability and modes of equilibria are those of the tool, without LAPACK"() {
        const lossy = "coord a = 0.3, b = 0.1\ngravity 9.81\nparticle p: mass 1 at [sin(a), -cos(a)]\n" +
            "particle q: mass 1 at [sin(a) + sin(b), -cos(a) - cos(b)]\ndissipation R = 0.05*a'^2\n";
        const file = path.join(os.tmpdir(), `lagrangia-engine-${process.pid}.lgr`);
        for (const text of [lossy, lossy.replace(/dissipation.*/, ""), fs.readFileSync(path.resolve(here, "../../../examples/linkage/governor.lgr"), "utf8")]) {
            fs.writeFileSync(file, text);
            const native = JSON.parse(execFileSync(tool, ["analyze", file, "--json"], { encoding: "utf8" })).equilibria;
            const ours = JSON.parse(ask({ kind: "analyze", text, seconds: 60 }).text ?? "").equilibria;
            if (!/stable/.test(native[0].stability)) continue; // a tool without LAPACK
            assert.equal(ours.length, native.length);
            for (const [i, e] of ours.entries()) {
                assert.deepEqual([e.kind, e.stability, e.modes.length], [native[i].kind, native[i].stability, native[i].modes.length]);
                for (const [k, mode] of e.modes.entries()) {
                    const other = native[i].modes[k];
                    assert.ok(Math.hypot(mode.re - other.re, mode.im - other.im) <= 1e-9 * Math.hypot(other.re, other.im), JSON.stringify([mode, other]));
                    const parts = Object.values(mode.shape).flat(), wanted = Object.values(other.shape).flat();
                    for (const [n, x] of parts.entries()) assert.ok(Math.abs(x - wanted[n]) < 1e-8, JSON.stringify([mode, other]));
                }
            }
        }
        fs.rmSync(file);
    },
    "a sweep has the rows of the tool"() {
        const file = path.join(os.tmpdir(), `lagrangia-engine-${process.pid}.lgr`);
        fs.writeFileSync(file, hinged);
        const native = execFileSync(tool, ["sweep", file, "--vary", "l3=3 m..5 m:9", "-o", "-"], { encoding: "utf8" }).trim().split("\n");
        fs.rmSync(file);
        const { header, text } = ask({ kind: "sweep", text: hinged, sweep: { axes: [{ name: "l3", low: "3 m", high: "5 m", count: 9 }] } });
        const ours = `${header}${text}`.trim().split("\n");
        assert.equal(ours.length, native.length);
        for (const [i, line] of ours.entries()) {
            const cells = line.split(","), wanted = native[i].split(",");
            assert.equal(cells.length, wanted.length);
            cells.forEach((cell, k) => assert.ok(cell === wanted[k] || Math.abs(Number(cell) / Number(wanted[k]) - 1) < 1e-9,
                `row ${i}: ${cell}, not ${wanted[k]}`));
        }
    },
    async "a newer request does not wait for an old one, and hears how far a long one has come"() {
        const client = new Client(() => /** @type {any} */ (new NodeWorker()), new WebAssembly.Module(code));
        const start = performance.now();
        await client.ask({ kind: "run", text: ball });
        const alone = performance.now() - start; // a worker begun, and its first answer: on a busy machine that takes its time
        let far = 0;
        const endless = client.ask({ kind: "run", text: forever, seconds: 1000 }, reached => (far = reached.t));
        await new Promise(resolve => setTimeout(resolve, 600));
        const began = performance.now(), newer = client.ask({ kind: "run", text: ball });
        assert.ok((await endless).superseded && far > 0);
        assert.equal((await newer).status, STATUS.OK);
        assert.ok(performance.now() - began < Math.max(2000, 5 * alone), `${performance.now() - began} ms, alone ${alone}`);
        client.worker?.terminate();
    },
    async "of requests that wait the newest is answered, and a worker can be ended"() {
        const client = new Client(() => /** @type {any} */ (new NodeWorker()), code);
        const answers = await Promise.all([1, 2, 3, 4].map(h => client.ask({ kind: "run", text: ball, values: { h: `${h} m` } })));
        assert.ok(answers.slice(0, 3).some(one => one.superseded));
        assert.ok(Math.abs((answers[3].reports?.fall ?? 0) - Math.sqrt(8 / 9.81)) < 1e-12);
        const endless = client.ask({ kind: "run", text: forever, seconds: 1000 });
        setTimeout(() => client.cancel(), 100);
        assert.ok((await endless).superseded);
        assert.equal((await client.ask({ kind: "run", text: ball })).status, STATUS.OK);
        client.worker?.terminate();
    },
};

/** A worker of node with the face of one in a page. */
class NodeWorker {
    constructor() {
        const beginning = `const { parentPort } = require("node:worker_threads");
            globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
            const early = [];
            parentPort.on("message", data => globalThis.onmessage ? globalThis.onmessage({ data }) : early.push(data));
            import(${JSON.stringify(new URL("../worker.mjs", import.meta.url).href)}).then(() => early.forEach(data => globalThis.onmessage({ data })));`;
        this.worker = new Worker(beginning, { eval: true });
        this.worker.on("message", data => this.onmessage({ data }));
        /** @type {(event: {data: any}) => void} */
        this.onmessage = () => undefined;
    }
    /** @param {any} message */
    postMessage(message) {
        this.worker.postMessage(message);
    }
    terminate() {
        return this.worker.terminate();
    }
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        await test();
    } catch (error) {
        failed++;
        console.log(`FAIL ${name}: ${error instanceof Error ? error.stack : error}`);
    }
}
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
