/* The studio in Firefox, driven by WebDriver BiDi: the first picture, a slider, the text, an error and back, the equations.

   usage: node firefox.mjs FIREFOX STUDIO.html       in a folder with the packages of the other tests */
import assert from "node:assert";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const { ws: WebSocket } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle");
const [program, file] = process.argv.slice(2), PATIENCE = 90_000;
const profile = mkdtempSync(path.join(tmpdir(), "firefox-")), env = { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1" };
const browser = spawn(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env });

/** Where the browser listens. */
const address = () => new Promise((found, failed) => {
  let told = "";
  browser.stderr.on("data", (part) => {
    const place = /WebDriver BiDi listening on (ws:\S+)/.exec((told += part));
    if (place) found(`${place[1]}/session`);
  });
  browser.on("exit", () => failed(new Error(`the browser has ended: ${told}`)));
});

/** Asks the browser by its protocol. */
async function connect() {
  const socket = new WebSocket(await address()), asked = new Map();
  await new Promise((open, failed) => socket.on("open", open).on("error", failed));
  socket.on("message", (data) => {
    const { id, result, error, message } = JSON.parse(data), promise = asked.get(id);
    if (promise) error ? promise.failed(new Error(`${error}: ${message}`)) : promise.done(result);
  });
  return (method, params = {}) => new Promise((done, failed) => {
    asked.set(asked.size + 1, { done, failed });
    socket.send(JSON.stringify({ id: asked.size, method, params }));
  });
}

async function look(ask) {
  await ask("session.new", { capabilities: {} });
  const context = (await ask("browsingContext.getTree")).contexts[0].context;
  await ask("browsingContext.navigate", { context, url: `file://${path.resolve(file)}`, wait: "complete" });
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await ask("script.evaluate", { expression: `(async () => JSON.stringify(await (${expression})))()`, target: { context }, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value ?? "null");
  };
  const until = async (condition) => {
    for (const end = Date.now() + PATIENCE; !(await evaluate(condition)); await new Promise((next) => setTimeout(next, 100)))
      assert.ok(Date.now() < end, `never: ${condition}`);
  };
  const at = "window.studio?.stage && window.studio.live.isAtRest";
  await until(`Boolean(${at})`);
  assert.match(await evaluate("document.getElementById('title').textContent"), /Trebuchet/);
  const range = () => evaluate("window.studio.stage.run.reports[0].value"), before = await range();
  assert.ok(Math.abs(before - 240.67) < 0.01, `the stone flies ${before} m`);
  await evaluate("(() => { const s = document.querySelector('.slider[data-name=l3] input[type=range]'); s.value = '5'; s.dispatchEvent(new Event('input')); })()");
  await until(`${at} && Math.abs(window.studio.stage.run.reports[0].value - ${before}) > 1`);
  await evaluate("document.querySelector('#editor .cm-content').focus()");
  // As what an input method writes: keys go to a window with the focus only.
  const edit = (what) => evaluate(`document.createTreeWalker(document.querySelector("#editor .cm-line"), NodeFilter.SHOW_TEXT).nextNode().${what}`);
  await edit("insertData(0, 'x')");
  await until("!document.getElementById('stale').hidden && document.getElementById('verdict').textContent.startsWith('line 1')");
  await edit("deleteData(0, 1)");
  await until("document.getElementById('stale').hidden");
  await evaluate("document.getElementById('tab-equations').click()");
  await until("document.querySelector('#formulas math') !== null");
  await evaluate("document.getElementById('tab-analysis').click()");
  await until("/onserved/.test(document.getElementById('analysis').textContent)");
}

try {
  await look(await connect());
  console.log("Firefox: the first picture, a slider, an error and back, equations, analysis");
} finally {
  browser.removeAllListeners("exit");
  const ended = new Promise((done) => browser.on("exit", done));
  browser.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true });
}
