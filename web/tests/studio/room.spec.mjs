// What has its place in the picture and above it: the toolbar at every width, letters of ghosts, pictures of the gallery.
import { BALL, expect, keep, test } from "./stand.mjs";

const SPACE = `coord x = 1
coord z = 0
gravity 9.81
particle p: mass 1 at [x, 0, z]
simulate until 1
draw ball at p radius 0.1
`;

/** The words that the picture is drawn with, and their places. */
const wordsDrawn = (page) => page.evaluate(() => {
  const pen = CanvasRenderingContext2D.prototype, write = pen.fillText, found = [];
  pen.fillText = function (words, x, y) {
    found.push({ words, x, y });
    write.call(this, words, x, y);
  };
  window.studio.stage.drawNow();
  pen.fillText = write;
  return found;
});

test("what stands above the picture is one line", async ({ openNew }) => {
  const page = await openNew();
  for (const width of [1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const [bar, pin, reset, view] = await Promise.all([".middle > .toolbar", "#pin", "#reset", "#framing"].map((place) => page.locator(place).boundingBox()));
    expect(Math.abs(pin.y + pin.height / 2 - reset.y - reset.height / 2)).toBeLessThan(2);
    expect(reset.x + reset.width).toBeLessThanOrEqual(bar.x + bar.width);
    expect(view.width).toBeGreaterThan(80);
  }
});

test("a letter of the text lays out the editor alone", async ({ open, browser }) => {
  const page = await open({ text: BALL }), content = page.locator("#editor .cm-content");
  await content.press("ControlOrMeta+Home");
  await content.press("End");
  await page.waitForFunction(() => window.studio.live.isAtRest);
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await content.press("Space");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const pressed = traceEvents.find(({ name, args }) => name === "EventDispatch" && args.data?.type === "keypress");
  const layouts = traceEvents.filter(({ name, pid, ts }) => name === "Layout" && pid === pressed.pid && ts > pressed.ts).sort((a, b) => a.ts - b.ts);
  expect(layouts.length).toBeGreaterThan(0);
  expect(layouts[0].args.beginData.partialLayout).toBe(true);
});

for (const [where, text] of [["in the plane", BALL], ["in space", SPACE]])
  test(`pinned designs have their letters, under each other at one place, ${where}`, async ({ open }) => {
    const page = await open({ text });
    for (const letter of "AB") {
      await page.getByRole("button", { name: "Pin", exact: true }).click();
      await expect(page.locator(`#pin-${letter}`)).toHaveCount(1);
    }
    const drawn = await wordsDrawn(page), [a, b] = ["A", "B"].map((letter) => drawn.find(({ words }) => words === letter));
    expect(b.x).toBeCloseTo(a.x, 6);
    expect(b.y - a.y).toBeGreaterThan(10);
    await page.getByRole("tab", { name: "Compare" }).click();
    for (const letter of "AB") await page.getByRole("button", { name: `Remove ${letter}` }).click();
    expect((await wordsDrawn(page)).map(({ words }) => words)).not.toContain("A");
  });

test("machines in space fill their pictures in the gallery", async ({ open }) => {
  const page = await open({ text: BALL });
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator("#gallery-search").fill("spherical-pendulum");
  const picture = page.locator("#gallery .example:visible img").first();
  await expect(picture).toBeVisible();
  const { part, across, down } = await picture.evaluate((image) => {
    const figure = new DOMParser().parseFromString(decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1)), "image/svg+xml").documentElement;
    const balls = [...figure.querySelectorAll("circle.solid-ball")], range = (name) => {
      const places = balls.map((ball) => Number(ball.getAttribute(name)));
      return [Math.min(...places), Math.max(...places)];
    };
    return { part: figure.getAttribute("viewBox").split(" ").map(Number), across: range("cx"), down: range("cy") };
  });
  const [left, top, width, height] = part;
  expect(across[1] - across[0]).toBeGreaterThan(0.6 * width);
  for (const [range, low, size] of [[across, left, width], [down, top, height]]) {
    expect(range[0]).toBeGreaterThan(low);
    expect(range[1]).toBeLessThan(low + size);
  }
  await page.locator("#gallery-search").fill("");
  await page.locator("#gallery [data-close]").click();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("the view is chosen and reset, forces are ticked", async ({ openNew }) => {
    const page = await openNew(), view = page.locator("#framing"), reset = page.locator("#reset");
    const stage = await page.locator("#stage").boundingBox();
    for (const control of [view, reset]) {
      const box = await control.boundingBox();
      expect(box.x + box.width).toBeLessThanOrEqual(stage.x + stage.width);
      expect(box.y + box.height).toBeLessThan(stage.y + stage.height / 3);
    }
    const first = await view.inputValue();
    await view.selectOption({ index: 2 });
    expect(await view.inputValue()).not.toBe(first);
    await reset.tap();
    await expect(view).toHaveValue(first);
    await page.locator("#forces summary").tap();
    await page.locator("#force-list input").first().check();
    await keep(page, "phone-forces");
  });
});
