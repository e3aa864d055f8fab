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

export const test = base.extend({
  /** show(data): opens the page with the data, or the page whose path is given, at rest unless it shall move; fails the test
      for requests, console messages and errors. */
  show: async ({ page }, use) => {
    const noted = [];
    page.on("console", (message) => noted.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => noted.push(`error: ${error.message}`));
    page.on("request", (request) => noted.push(`request: ${request.url().slice(0, 200)}`));
    let file = "";
    await use(async (data, { isMoving = false } = {}) => {
      file = typeof data === "string" ? data : laidOut(data);
      await page.emulateMedia({ reducedMotion: isMoving ? "no-preference" : "reduce" });
      await page.goto(pathToFileURL(file).href);
      await page.waitForFunction(() => window.lagrangia);
      return page;
    });
    // A page may ask for itself and for what it holds within it; chromium tells of slow drawing without a graphics card,
    // and that these tests read pixels.
    const own = (note) => note.startsWith("request: blob:") || note.startsWith("request: data:")
      || note === `request: ${pathToFileURL(file).href}` || /GPU stall due to ReadPixels|readback operations using getImageData/.test(note);
    expect(noted.filter((note) => !own(note))).toEqual([]);
  },
});

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

/** What axe finds wrong with the page as it is, in short. */
export async function faults(page) {
  await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
}

/** The colour of the picture in the plane at a point of the machine. */
export const colourAt = (page, point) => page.evaluate((p) => {
  const canvas = document.querySelector("#stage canvas");
  const { x, y } = window.lagrangia.project(p);
  const ratio = canvas.width / canvas.clientWidth;
  return [...canvas.getContext("2d").getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data];
}, point);
