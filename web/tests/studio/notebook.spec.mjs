// The page of equations with the engine in it: sliders move the machine and its equilibria.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, folder, test } from "./stand.mjs";

const PENDULUM = `model pendulum "A pendulum"
param l = 1 m in [0.5 m, 3 m], k = 0 N m in [0 N m, 20 N m]
coord theta = 0.4 rad
gravity 9.81 m/s^2
particle bob: mass 1 kg at l*[sin(theta), -cos(theta)]
potential U = k*theta^2/2
draw beam from [0 m, 0 m] to bob
draw ball at bob
simulate until 2 s
`;

/** The page with a machine that stands still: what moves it is the engine. */
function pageOf(text, values = {}) {
  const data = { lagrangia: "0.1.0", model: "pendulum", title: "A pendulum", source: text, units: true, space: 2, length: "m", time: [0, 1],
    shapes: [{ kind: "ball", name: "bob", at: { x: [0, 0], y: [-1, -1] }, radius: null }],
    parameters: [{ name: "l", label: "", value: 1, unit: "m", angle: false, low: 0.5, high: 3 }, { name: "k", label: "", value: 0, unit: "N m", angle: false, low: 0, high: 20 }] };
  const words = { lagrangia: "0.1.0", title: "A pendulum", mode: "start", derivation: "<h2>Equations of motion</h2>", linear: "", no_linear: "", analysis: null, values, whole: [] };
  const put = (html, id, value) => html.replace(`id="lagrangia-${id}">{}<`, () => `id="lagrangia-${id}">${JSON.stringify(value).replace(/</g, "\\u003c")}<`);
  const place = join(test.info().project.outputDir, "notebook"), file = join(place, `${test.info().testId}.html`);
  mkdirSync(place, { recursive: true });
  writeFileSync(file, put(put(readFileSync(join(folder, "notebook.html"), "utf8"), "data", data), "notebook", words));
  return pathToFileURL(file).href;
}

/** Opens it, at rest, and notes all that is said and asked for. */
async function open(page, text, values) {
  const words = [], url = pageOf(text, values);
  page.on("console", (message) => words.push(message.text()));
  page.on("pageerror", (error) => words.push(error.message));
  page.on("request", (request) => request.url() === url || request.url().startsWith("blob:") || words.push(request.url()));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  await page.waitForFunction(() => window.notebook?.live);
  return words;
}

async function give(page, name, value) {
  const before = await page.evaluate(() => window.notebook.shown), field = page.locator(`[data-name="${name}"] input[type=number]`);
  await field.fill(String(value));
  await field.press("Enter");
  await page.waitForFunction((n) => window.notebook.shown > n, before);
}

const frames = (page) => page.evaluate(() => window.notebook.machine.clock.time.length);

test("a slider moves the machine and its equilibria; all of it is within the page", async ({ page }) => {
  const words = await open(page, PENDULUM);
  await give(page, "l", 2);
  expect(await frames(page)).toBeGreaterThan(10);
  await expect(page.locator(".equilibrium")).toHaveCount(2);
  await expect(page.locator(".equilibrium").first()).toContainText("stable");
  await expect(page.locator(".equilibrium").first()).toContainText("Hz");
  await expect(page.locator(".law strong").first()).toHaveText("energy");
  expect(await page.evaluate(() => window.notebook.machine.ghosts)).toBe(2);
  // A spring as strong as this leaves one place to rest: k > m g l/5 at l = 1 m.
  await give(page, "l", 1);
  await give(page, "k", 20);
  await expect(page.locator(".equilibrium")).toHaveCount(1);
  await page.locator("#values-back").click();
  await expect(page.locator("[data-name=l] input[type=number]")).toHaveValue("1");
  expect(words).toEqual([]);
});

test("values that were given to the program hold until they are taken back", async ({ page }) => {
  const words = await open(page, PENDULUM, { l: "3 m" });
  await give(page, "k", 1);
  await expect(page.locator("[data-name=l] input[type=number]")).toHaveValue("3");
  expect(words).toEqual([]);
});

test("values without a motion are told", async ({ page }) => {
  const words = await open(page, PENDULUM.replace("coord theta = 0.4 rad", "coord theta = asin(l/(2 m))"));
  await give(page, "l", 3);
  await expect(page.locator("#error")).toBeVisible();
  await give(page, "l", 1);
  await expect(page.locator("#error")).toBeHidden();
  expect(words).toEqual([]);
});

test("a mode swings on the machine until something else is wanted", async ({ page }) => {
  const words = await open(page, PENDULUM);
  await give(page, "l", 2);
  const show = page.getByRole("button", { name: "Show mode 1 of equilibrium 1" }), told = page.locator("#swinging");
  const picture = () => page.locator("#stage canvas").evaluate((canvas) => canvas.toDataURL());
  const before = await picture();
  await show.click();
  await expect(told).toHaveText(/^Mode 1 of equilibrium 1: 0\.35\d*\s?Hz, undamped$/); // sqrt(g/l)/(2 pi)
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await picture()) !== before).toBe(true);
  await page.keyboard.press("Escape");
  await expect(told).toBeHidden();
  await expect.poll(async () => (await picture()) === before).toBe(true);
  await show.click();
  await expect(told).toBeVisible();
  await give(page, "l", 1);
  await expect(told).toBeHidden();
  expect(words).toEqual([]);
});

test("on a phone a mode brings the machine into view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const words = await open(page, PENDULUM);
  await give(page, "l", 2);
  await page.getByRole("button", { name: "Show mode 1 of equilibrium 2" }).click();
  await expect(page.locator("#swinging")).toBeInViewport();
  await expect(page.locator("#stage")).toBeInViewport({ ratio: 0.99 });
  expect(words).toEqual([]);
});
