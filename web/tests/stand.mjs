// What the tests stand on: a page with data in it, opened from a file, of which every request and every word is noted.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test as base } from "@playwright/test";
import { pageWith } from "./fixtures.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const templatePath = process.env.LGR_VIEWER_PAGE ?? join(here, "..", "viewer", "dist", "viewer.html");
export const template = readFileSync(templatePath, "utf8");
const shots = join(here, "results", "shots");

export { expect };

export const SIZE = { width: 1440, height: 900 };

export const test = base.extend({
  /** One page for all tests of a process: what is shown in it is always opened anew, but a browser's context costs most of a second. */
  held: [async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: SIZE });
    await use(await context.newPage());
    await context.close();
  }, { scope: "worker" }],
  page: async ({ held }, use) => {
    await held.setViewportSize(SIZE);
    await held.emulateMedia({ colorScheme: "light", media: "screen", reducedMotion: "reduce" });
    await use(held);
    await held.mouse.move(0, 0);
  },
  /** show(data): opens the page with the data, or the page whose path is given, at rest; fails the test for requests, console
      messages and errors. */
  show: async ({ page }, use) => {
    const noted = listen(page);
    await use((data) => open(page, data, noted));
    noted.expectNothing();
  },
  /** The same in a page of its own with its watch in the test's hands: it runs only as far as `page.clock.runFor` lets it. */
  showStopped: async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: SIZE }), page = await context.newPage(), noted = listen(page);
    await use(async (data, { isMoving = false } = {}) => {
      await page.emulateMedia({ reducedMotion: isMoving ? "no-preference" : "reduce" });
      await page.clock.install({ time: 0 });
      await open(page, data, noted);
      await page.clock.pauseAt(60_000);
      return page;
    });
    noted.expectNothing();
    await context.close();
  },
});

async function open(page, data, noted) {
  noted.file = typeof data === "string" ? data : laidOut(data);
  await page.goto("about:blank"); // the next page may have the same place
  await page.goto(pathToFileURL(noted.file).href);
  await page.waitForFunction(() => window.lagrangia || window.designs || window.notebook);
  return page;
}

/** Hears of errors, words and requests. A page may ask for itself and for what it holds within it; chromium tells of slow drawing
    without a graphics card, and that these tests read pixels. */
function listen(page) {
  const words = [], noted = { file: "", expectNothing };
  const heard = {
    console: (message) => words.push(`console: ${message.text()}`),
    pageerror: (error) => words.push(`error: ${error.message}`),
    request: (request) => words.push(`request: ${request.url().slice(0, 200)}`),
  };
  for (const [what, hear] of Object.entries(heard)) page.on(what, hear);
  function expectNothing() {
    for (const [what, hear] of Object.entries(heard)) page.off(what, hear);
    const own = (note) => note.startsWith("request: blob:") || note.startsWith("request: data:")
      || note === `request: ${pathToFileURL(noted.file).href}` || /GPU stall due to ReadPixels|readback operations using getImageData|WebGL|GroupMarkerNotSet/.test(note);
    expect(words.filter((note) => !own(note))).toEqual([]);
  }
  return noted;
}

function laidOut(data) {
  const folder = join(here, "results", "pages");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${test.info().testId}.html`);
  writeFileSync(file, pageWith(template, data));
  return file;
}

export async function keep(page, name, options = {}) {
  mkdirSync(shots, { recursive: true });
  await settled(page);
  await page.screenshot({ path: join(shots, `${name}.png`), ...options });
}

/** Two pictures later everything that was asked for is drawn. */
export const settled = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

export const seek = async (page, t) => {
  await page.evaluate((at) => window.lagrangia.clock.seek(at), t);
  await settled(page);
};

export const time = (page) => page.evaluate(() => window.lagrangia.clock.cursor.time);

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds wrong with the page as it is, or with its colours alone, in short. */
export async function faults(page, rules) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate((runOnly) => window.axe.run(document, { resultTypes: ["violations"], ...(runOnly ? { runOnly } : {}) }), rules);
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
}

/** The colour of the picture in the plane at a point of the machine. */
export const colourAt = (page, point) => page.evaluate((p) => {
  const canvas = document.querySelector("#stage canvas");
  const { x, y } = window.lagrangia.project(p);
  const ratio = canvas.width / canvas.clientWidth;
  return [...canvas.getContext("2d").getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data];
}, point);
