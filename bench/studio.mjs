/* Times of the library as WebAssembly beside the native one: least and median of processor time, for what a page does.

   usage: node bench/studio.mjs [ENGINE.wasm [MODEL.lgr [REPEATS]]]     (make studio builds the first)
   Where tests/studio.py has installed its browser driver, the page is measured too: sizes, the first picture, a key
   stroke, a step of a slider, each from the event to the picture, in processor time of all threads of the page.
   The native figures beside them are those of bench/table.py. */
import fs from "node:fs";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { gzipSync, brotliCompressSync } from "node:zlib";
import { Engine } from "../web/engine/engine.mjs";
import { fuses } from "../web/engine/programs.mjs";

// As in browsers, where the version of node can do it: what is asked of it is in the arguments then.
const FUSING = "--experimental-wasm-relaxed-simd";
if (!fuses() && !process.execArgv.includes(FUSING) && spawnSync(process.execPath, [FUSING, "-e", "0"]).status === 0)
    process.exit(spawnSync(process.execPath, [FUSING, ...process.argv.slice(1)], { stdio: "inherit" }).status ?? 1);

const [wasm = "build/wasm/engine.wasm", file = "examples/trebuchet/hinged.lgr", repeats = "60"] = process.argv.slice(2);
const code = fs.readFileSync(wasm), text = fs.readFileSync(file, "utf8");

/** ms of processor time of this process. */
const spent = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
};

/** @param {string} what @param {number[]} times */
function tell(what, times) {
    times.sort((a, b) => a - b);
    console.log(`${what.padEnd(52)} ${times[0].toFixed(3).padStart(9)} ${times[times.length >> 1].toFixed(3).padStart(9)}`);
}

/** @param {string} what @param {(i: number) => unknown} work @param {number} [count] */
async function measure(what, work, count = Number(repeats)) {
    const times = [];
    for (let i = 0; i < count; i++) {
        const before = spent();
        await work(i);
        times.push(spent() - before);
    }
    tell(what, times);
}

console.log(`${wasm}: ${code.length} bytes, gzip ${gzipSync(code, { level: 9 }).length}, brotli ${brotliCompressSync(code).length}`);
console.log(`sums and products rounded once: ${fuses() ? "an instruction" : "emulated"}`);
console.log(`${"ms of processor time".padEnd(52)} ${"least".padStart(9)} ${"median".padStart(9)}`);
await measure("load: compile and begin", () => Engine.load(code), 5);
const engine = await Engine.load(code);
await measure("read the model", () => engine.parse(text).destroy());
await measure("read, derive and run", () => {
    const model = engine.parse(text);
    model.run().destroy();
    model.destroy();
});
const model = engine.parse(text), [first] = model.list("parameter");
await measure("run again after a change of the first parameter", i => {
    model.set(first.name, `${first.value * (1 + 1e-3 * (i % 7))} ${first.unit}`);
    model.run().destroy();
});
await measure("the same with rows as numbers", i => {
    model.set(first.name, `${first.value * (1 + 1e-3 * (i % 7))} ${first.unit}`);
    const run = model.run({ rows: true });
    run.rows();
    run.destroy();
});
await measure("the same with all that is drawn", i => {
    model.set(first.name, `${first.value * (1 + 1e-3 * (i % 7))} ${first.unit}`);
    const run = model.run({ frames: true });
    run.scene();
    run.destroy();
});
await measure("read, derive, run, all that is drawn", () => {
    const other = engine.parse(text), run = other.run({ frames: true });
    run.scene();
    run.destroy();
    other.destroy();
});
const sweeping = await Engine.load(fs.readFileSync(path.join(path.dirname(wasm), "engine_export.wasm")));
await measure("200 designs by a sweep", () => {
    const other = sweeping.parse(text), sweep = other.sweep({ axes: [{ name: first.name, low: `${first.value} ${first.unit}`,
        high: `${first.value * 1.05} ${first.unit}`, count: 200 }] });
    sweep.run();
    sweep.destroy();
    other.destroy();
}, 10);

/** What does not come ends the measurement. @param {Promise<unknown>} promise @param {string} what */
function ending(promise, what) {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`${what} has not come in a minute`)), 60000)));
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The page in a browser, if there is one. */
async function measurePage() {
    const folder = path.resolve("build/studio"), driver = path.resolve("build/wasm/studio-tests/node_modules/x.js");
    const first = new Set(["studio.js"]), text = (/** @type {string} */ name) => fs.readFileSync(path.join(folder, "site", name), "utf8");
    for (const name of first) // what it cannot begin without
        for (const [, next] of text(name).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
            first.add(next);
    const sizes = Object.fromEntries(["index.html", ...first, "worker.js", "studio.css", "engine.wasm", "space.js"].map(name =>
        [name, gzipSync(fs.readFileSync(path.join(folder, "site", name)), { level: 9 }).length]));
    const { "space.js": space, ...loaded } = sizes;
    console.log(`gzip: ${Object.entries(loaded).map(([name, size]) => `${name} ${size}`).join(", ")}: ${Object.values(loaded).reduce((a, b) => a + b)}` +
        `; in space also ${space}`);
    console.log(`studio.html: ${fs.statSync(path.join(folder, "studio.html")).size} bytes`);
    let chromium;
    try {
        ({ chromium } = createRequire(driver)("@playwright/test"));
    } catch {
        console.log("without the driver of tests/studio.py the page is not measured");
        return;
    }
    const browser = await chromium.launch({ executablePath: process.env.LGR_BROWSER ?? "/usr/bin/chromium" });
    try {
        await measureIn(browser, folder);
    } finally {
        await browser.close();
    }
}

/** A slider, its number and twenty lines that move with it. */
const BARE = `<input type="range" max="1000" value="500"><p>500</p><canvas width="600" height="400"></canvas><script>
window.studio = { runs: 0 };
const [slider, number, canvas] = ["input", "p", "canvas"].map(name => document.querySelector(name)), pen = canvas.getContext("2d");
const draw = () => {
    pen.clearRect(0, 0, 600, 400);
    for (let i = 1; i <= 20; i++) {
        pen.beginPath();
        pen.moveTo(0, 20 * i);
        pen.lineTo(600, slider.value * i / 50);
        pen.stroke();
    }
};
slider.addEventListener("input", () => {
    number.textContent = slider.value;
    requestAnimationFrame(draw);
    studio.runs++;
});
</script>`;

/** @param {import("@playwright/test").Browser} browser @param {string} folder */
async function measureIn(browser, folder) {
    const session = await browser.newBrowserCDPSession();
    const page = await browser.newPage({ reducedMotion: "reduce" });
    const at = performance.now();
    await page.goto(`file://${path.join(folder, "studio.html")}`);
    await page.waitForFunction(() => /** @type {any} */ (window).studio?.stage);
    console.log(`first picture after ${(performance.now() - at).toFixed(0)} ms of the clock`);
    const used = async () => {
        const { processInfo } = await session.send("SystemInfo.getProcessInfo");
        return 1000 * processInfo.filter(one => one.type === "renderer").reduce((sum, one) => sum + one.cpuTime, 0);
    };
    /** @param {string} what @param {(i: number) => Promise<void>} act */
    const perAct = async (what, act) => {
        const times = [], BATCH = 20;
        await page.waitForTimeout(3000); // curves are done
        for (let k = 0; k < 7; k++) {
            const before = await used();
            for (let i = 0; i < BATCH; i++)
                await act(k * BATCH + i);
            times.push((await used() - before) / BATCH);
        }
        tell(what, times);
    };
    // Keys go to the browser itself, and the page says when the picture is there: what the measuring costs is measured by a key that does nothing.
    const listen = () => page.evaluate(() => {
        const studio = /** @type {any} */ (window).studio;
        let runs = studio.runs, heard = () => {};
        const painted = (/** @type {(value: unknown) => void} */ done) => requestAnimationFrame(() => setTimeout(done));
        Object.defineProperty(studio, "runs", { get: () => runs, set: value => ((runs = value), heard()) });
        studio.arm = (/** @type {boolean} */ isRun) => { // gives nothing back: who asked would wait for the picture before the key
            studio.next = new Promise(done => (isRun ? (heard = () => painted(done)) : painted(done)));
        };
    });
    await listen();
    const keyboard = await page.context().newCDPSession(page);
    /** @param {string} place @param {object[]} keys @param {boolean} isRun */
    const press = async (place, keys, isRun = true) => {
        await page.locator(place).first().focus();
        return async (/** @type {number} */ i) => {
            await page.evaluate(wanted => /** @type {any} */ (window).studio.arm(wanted), isRun);
            await keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", ...keys[i % keys.length] });
            await ending(page.evaluate(() => /** @type {any} */ (window).studio.next), `a picture after key ${i + 1}`);
        };
    };
    /** The same in the text, so many letters behind where these words begin. @param {string} words @param {number} offset @param {object[]} keys */
    const pressBehind = async (words, offset, keys) => {
        const act = await press("#editor .cm-content", keys);
        await page.evaluate(([w, more]) => {
            const content = /** @type {any} */ (document.querySelector(".cm-content")), view = (content.cmTile ?? content.cmView).view;
            view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf(w) + Number(more) } });
        }, /** @type {const} */ ([words, offset]));
        return act;
    };
    const key = (/** @type {string} */ code, /** @type {number} */ number, text = "") => ({ key: text || code, code, windowsVirtualKeyCode: number, ...(text && { text }) });
    await page.waitForTimeout(3000); // the curves that the page wants first
    const times = [];
    for (let k = 0; k < 5; k++) {
        const before = await used();
        await page.evaluate(() => /** @type {any} */ (window).studio.studies.ask({ kind: "curve", slot: "bench",
            curve: { name: "l3", low: 3, high: 5, unit: "m", count: 200 } }));
        times.push(await used() - before);
    }
    tell("200 designs under a slider (whole page)", times);
    await perAct("a key that does nothing (whole page)", await press("#editor .cm-content", [key("ShiftLeft", 16)], false));
    await perAct("key stroke to picture (whole page)", await press("#editor .cm-content", [key("Space", 32, " "), key("Backspace", 8)]));
    await perAct("a digit of a parameter to picture (whole page)", await pressBehind("4.2 m", 3, [key("Digit5", 53, "5"), key("Backspace", 8)]));
    await perAct("a letter of a label to picture (whole page)", await pressBehind('"time of flight"', 14, [key("KeyX", 88, "x"), key("Backspace", 8)]));
    await perAct("step of a slider to picture (whole page)", await press(".slider input[type=range]", [key("ArrowRight", 39), key("ArrowLeft", 37)]));
    await page.goto("about:blank"); // what the browser itself takes for as much
    await page.setContent(BARE);
    await listen();
    await perAct("a number and twenty lines in an empty page", await press("input", [key("ArrowRight", 39), key("ArrowLeft", 37)]));
}

await measurePage();
