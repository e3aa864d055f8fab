// What the tests of the studio stand on: the one file or the folder behind a server, every word and request noted.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { expect, test as base } from "@playwright/test";

const here = dirname(fileURLToPath(import.meta.url));
export const folder = process.env.LGR_STUDIO ?? join(here, "..", "..", "..", "build", "studio");
export const oneFile = join(folder, "studio.html");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json",
  ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };
const shots = join(here, "results", "shots");

export { expect };

export const test = base.extend({
  /** The folder behind a server of this test. */
  site: async ({}, use) => {
    const server = createServer((request, response) => {
      const path = request.url.split(/[?#]/)[0], file = join(folder, "site", path === "/" ? "index.html" : path);
      const isThere = existsSync(file);
      response.writeHead(isThere ? 200 : 404, { "Content-Type": TYPES[extname(file)] ?? "text/plain" });
      response.end(isThere ? readFileSync(file) : "");
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    await use({ url: `http://127.0.0.1:${server.address().port}/`, stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) });
    server.closeAllConnections();
    server.close();
  },
  /** A page that the tests of one process share: it costs a second to open, and every link makes it new. */
  held: [async ({ browser }, use) => {
    const context = await browser.newContext({ ...SIZE, reducedMotion: "reduce" }), page = await context.newPage();
    await page.goto(pathToFileURL(oneFile).href);
    await page.waitForFunction(() => window.studio?.stage);
    await use(page);
    await context.close();
  }, { scope: "worker" }],
  /** open({text, values}): the shared page with a model, run to its end unless `isEndless`; the test fails for errors and for requests. */
  open: async ({ held }, use) => {
    const noted = listen(held);
    let count = 0;
    await use(async ({ text = PENDULUM, values, isEndless = false } = {}) => {
      await tidy(held);
      // The number makes two links different that hold the same model.
      const hash = linkTo({ n: "test.lgr", t: text, number: `${test.info().testId} ${count++}`, ...(values ? { p: values } : {}) });
      await follow(held, hash, isEndless);
      return held;
    });
    await held.evaluate(() => window.studio.live.stop());
    noted.expectNothing();
  },
  /** openNew({text, hash, url}): a page of this test's own with a first picture of a model. */
  openNew: async ({ page }, use) => {
    const noted = listen(page);
    await use(async ({ text, hash = "", url, isFirst = true } = {}) => {
      const target = noted.own = url ?? pathToFileURL(oneFile).href;
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(target + (text === undefined ? hash : linkTo({ n: "test.lgr", t: text })));
      await page.waitForFunction((wanted) => (wanted ? window.studio?.stage : window.studio), isFirst);
      return page;
    });
    noted.expectNothing();
  },
});

export const SIZE = { viewport: { width: 1440, height: 900 } };

/** As if the link was clicked; what is there then is of its model. */
export async function follow(page, hash, isEndless = false) {
  await page.evaluate((to) => (location.hash = to), hash);
  await page.waitForFunction(([to, mayGoOn]) => window.studio.opened === to && (mayGoOn || window.studio.live.isAtRest), [hash, isEndless]);
}

/** Hears of errors, and of requests to anywhere but the page's own place. */
function listen(page) {
  const words = [], noted = { own: "file:", expectNothing };
  const heard = {
    console: (message) => message.type() !== "log" && words.push(`console: ${message.text()}`),
    pageerror: (error) => words.push(`error: ${error.message}`),
    request: (request) => {
      const url = request.url();
      if (!url.startsWith("blob:") && !url.startsWith("data:") && !url.startsWith(noted.own)) words.push(`request: ${url.slice(0, 200)}`);
    },
  };
  for (const [what, hear] of Object.entries(heard)) page.on(what, hear);
  function expectNothing() {
    for (const [what, hear] of Object.entries(heard)) page.off(what, hear);
    const known = /GPU stall due to ReadPixels|readback operations using getImageData|WebGL|GroupMarkerNotSet/;
    expect(words.filter((one) => !known.test(one))).toEqual([]);
  }
  return noted;
}

/** The shared page as if it were new: what tests open, choose and switch is as it was. */
async function tidy(page) {
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
    document.getElementById("tab-results").click();
    for (const [id, value] of [["mode", "now"], ["form", "lagrange"]]) document.getElementById(id).value = value;
    for (const [id, on] of [["steps", false], ["trails", true], ["names", false]]) if (document.getElementById(id).checked !== on) document.getElementById(id).click();
    document.activeElement?.blur();
  });
  await page.mouse.move(0, 0);
}

/** As the page writes links. */
export const linkTo = (data) => `#m=${deflateRawSync(Buffer.from(typeof data === "string" ? data : JSON.stringify(data))).toString("base64url")}`;

export const PENDULUM = `model swing "A pendulum"
param l = 1 m in [0.5 m, 3 m] "length"
param m = 2 kg
coord theta = 30 deg "angle"
gravity 9.81 m/s^2
particle bob: mass m at [l*sin(theta), -l*cos(theta)]
output height = bob.y
event low when theta < 0 { }
report first = time(low) "first time at the bottom"
report fast = maximum(norm(bob')) "greatest speed"
simulate until 4 s
draw beam from [0, 0] to bob
draw ball at bob radius 0.1 m
draw trail of bob
`;

export const BALL = `param h = 2 m in [1 m, 9 m]
coord y = h
gravity 9.81 m/s^2
particle ball: mass 1 kg at [0 m, y]
event ground when y < 0 m { stop }
report fall = time(ground) "time of the fall"
draw ball at ball radius 0.2 m
draw ground at 0 m
`;

export const ENDLESS = "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nsimulate until 1e9\ndraw ball at [x, 0] radius 0.1\n";

/** The model as it is now has been run to its end: a slow machine shows a part of it first. */
export const atRest = (page) => page.waitForFunction(() => window.studio.live.isAtRest);

/** How many pictures have come, and what is there when the one after something that was done is whole. */
export const runs = (page) => page.evaluate(() => window.studio.runs);
export async function afterRun(page, act) {
  await atRest(page);
  const before = await runs(page);
  await act();
  await page.waitForFunction((n) => window.studio.runs > n && window.studio.live.isAtRest, before);
}

/** Replaces the text as a person would, in one go. */
export async function write(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

export const run = (page) => page.evaluate(() => {
  const { run } = window.studio.stage;
  return { title: run.title, space: run.space, frames: run.time.length, end: run.end, reports: Object.fromEntries(run.reports.map((r) => [r.name, r.value])),
    parameters: Object.fromEntries(run.parameters.map((p) => [p.name, p.value])) };
});

export async function keep(page, name, options = {}) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), ...options });
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds wrong with the page as it is, or with its colours alone, in short. */
export async function faults(page, rules) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate((runOnly) => window.axe.run(document, { resultTypes: ["violations"], ...(runOnly ? { runOnly } : {}) }), rules);
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
}
