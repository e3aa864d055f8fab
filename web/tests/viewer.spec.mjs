// The page as a person uses it: it plays, scrubs, answers keys, and shows what the data say.
import { empty, failed, hostile, long, pendulum, sparse, top, toss, twoBalls } from "./fixtures.mjs";
import { colourAt, expect, faults, keep, seek, settled, template, test, time } from "./stand.mjs";

const at = (place, i) => ({ x: place.x[i], y: place.y[i], z: place.z?.[i] ?? 0 });
const stone = (run) => run.shapes.find((s) => s.name === "stone").at;
const project = (page, point) => page.evaluate((p) => window.lagrangia.project(p), point);

test("the template is small, plain ASCII, and has one place for the data", () => {
  expect(template.length).toBeLessThan(160_000);
  expect(template).toMatch(/^[\x00-\x7f]*$/);
  expect(template.split('<script type="application/octet-stream" id="lagrangia-data">{}</script>').length).toBe(2);
});

const isPlaying = (page) => page.evaluate(() => window.lagrangia.clock.playing);
const seekNow = (page, t) => page.evaluate((at) => window.lagrangia.clock.seek(at), t);

test("plays by itself, pauses, and stops at the end", async ({ showStopped }) => {
  const page = await showStopped(pendulum(), { isMoving: true });
  const button = page.locator("#play");
  await expect(button).toHaveAccessibleName("Pause");
  await button.click();
  await seekNow(page, 0);
  await button.click();
  await page.clock.runFor(500);
  expect(Math.abs((await time(page)) - 0.5)).toBeLessThan(0.05);
  await button.click();
  await expect(button).toHaveAccessibleName("Play");
  const stopped = await time(page);
  await page.clock.runFor(100);
  expect(await time(page)).toBe(stopped);
  await seekNow(page, 5.8);
  await button.click();
  await page.clock.runFor(300);
  expect(await time(page)).toBe(6);
  await expect(button).toHaveAccessibleName("Play");
  await button.click();
  await page.clock.runFor(100);
  expect(await time(page)).toBeLessThan(1);
});

test("rests at the start where less motion is wanted", async ({ show }) => {
  const page = await show(pendulum());
  await settled(page);
  expect(await time(page)).toBe(0);
  expect(await isPlaying(page)).toBe(false);
});

test("speed and loop: sixteen times slower, eight times faster, and again", async ({ showStopped }) => {
  const page = await showStopped(pendulum());
  for (const speed of [1 / 16, 1 / 4, 8]) {
    await page.locator("#speed").selectOption(String(speed));
    await seekNow(page, 0);
    await page.evaluate(() => window.lagrangia.clock.play());
    await page.clock.runFor(640);
    await page.evaluate(() => window.lagrangia.clock.pause());
    expect(Math.abs((await time(page)) / (0.64 * speed) - 1)).toBeLessThan(0.06);
  }
  await page.getByLabel("Loop").check();
  await page.locator("#speed").selectOption("1");
  await page.locator("#stage").focus();
  await seekNow(page, 5.9);
  await page.keyboard.press("Space");
  await page.clock.runFor(400);
  expect(await time(page)).toBeLessThan(0.4);
  expect(await isPlaying(page)).toBe(true);
});

test("the slider scrubs, and says where it is", async ({ show }) => {
  const page = await show(toss());
  const slider = page.getByRole("slider", { name: "Time" });
  await slider.fill("0.3");
  expect(await time(page)).toBeCloseTo(0.3, 9);
  await expect(slider).toHaveAttribute("aria-valuetext", /^0\.3/);
  await seek(page, 10);
  await expect(slider).toHaveAttribute("aria-valuetext", /after landing/);
  await expect(page.locator("#marks .mark-label")).toHaveText(["release", "landing"]);
});

test("the ball is drawn where the data say, also after zoom and shift", async ({ show }) => {
  const run = pendulum();
  const page = await show(run);
  const ball = run.shapes[2].at;
  for (const frame of [0, 57, 240]) {
    await page.evaluate((i) => window.lagrangia.clock.toFrame(i), frame);
    await settled(page);
    const [r, g, b] = await colourAt(page, at(ball, frame));
    expect([r, g, b]).toEqual([0x4b, 0x60, 0x79]);
  }
  // Equal scales along both axes, y upwards.
  const [o, x, y] = [await project(page, { x: 0, y: 0 }), await project(page, { x: 1, y: 0 }), await project(page, { x: 0, y: 1 })];
  expect(x.x - o.x).toBeCloseTo(o.y - y.y, 6);
  expect(x.x).toBeGreaterThan(o.x);
  const stage = await page.locator("#stage").boundingBox();
  await page.mouse.move(stage.x + 200, stage.y + 150);
  await page.mouse.wheel(0, 200);
  await page.mouse.down();
  await page.mouse.move(stage.x + 170, stage.y + 210, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  const moved = await project(page, { x: 1, y: 0 });
  expect(moved).not.toEqual(x);
  expect((await colourAt(page, at(ball, 240))).slice(0, 3)).toEqual([0x4b, 0x60, 0x79]);
  await page.keyboard.press("0");
  await settled(page);
  expect(await project(page, { x: 1, y: 0 })).toEqual(x);
});

test("between frames it is on a curve, and never across an event", async ({ show }) => {
  const run = toss();
  const page = await show(run);
  const event = run.time.findIndex((t, i) => t === run.time[i + 1]);
  await page.getByRole("tab", { name: "Values" }).click();
  const value = (name) => page.locator("#instant tr", { has: page.getByRole("rowheader", { name, exact: true }) }).locator("td").first();
  // The sling has unit length, between frames too: straight lines would make it shorter by more than a thousandth.
  const lengths = await page.evaluate(() => {
    const { run, value: at } = window.lagrangia;
    const stone = run.shapes.find((s) => s.name === "stone").at;
    return run.time.slice(0, 20).map((t, i) => (t + run.time[i + 1]) / 2).map((t) => Math.hypot(at(stone.x, t), at(stone.y, t) - 1.6));
  });
  for (const length of Object.values(lengths)) expect(Math.abs(length - 1)).toBeLessThan(2e-5);
  await seek(page, run.time[10]);
  await expect(value("stone.x")).toHaveText(String(Number(stone(run).x[10].toPrecision(7))).replace("-", "\u2212"));
  await seek(page, run.time[event]);
  await expect(value("phi")).toHaveText("\u2013");
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await time(page)).toBe(run.time[event]);
  await expect(value("phi")).not.toHaveText("\u2013");
  await seek(page, run.time[event] - 1e-6);
  await expect(value("phi")).not.toHaveText("\u2013");
});

test("keys: steps, ends, zoom, follow, trails, names, help", async ({ show }) => {
  const run = toss();
  const page = await show(run);
  const frame = () => page.evaluate(() => window.lagrangia.clock.cursor.index);
  // Even steps of time, whatever the frames are; events stop them, on both sides.
  await page.keyboard.press("ArrowRight");
  const step = await time(page);
  expect(step).toBeGreaterThan(0);
  await page.keyboard.press("Shift+ArrowRight");
  expect(await time(page)).toBeCloseTo(11 * step, 9);
  await page.keyboard.press("ArrowLeft");
  expect(await time(page)).toBeCloseTo(10 * step, 9);
  await page.keyboard.press("e");
  const release = run.events[0].t;
  expect(await time(page)).toBeCloseTo(release, 9);
  const after = await frame();
  await page.keyboard.press("ArrowLeft");
  expect(await time(page)).toBeCloseTo(release, 9);
  expect(await frame()).toBe(after - 1);
  await page.keyboard.press("ArrowLeft");
  expect(await time(page)).toBeLessThan(release);
  await page.keyboard.press("e");
  await page.keyboard.press("e");
  expect(await time(page)).toBeCloseTo(run.events[1].t, 9);
  await page.keyboard.press("Shift+E");
  expect(await time(page)).toBeCloseTo(release, 9);
  await page.keyboard.press("End");
  expect(await frame()).toBe(run.time.length - 1);
  await page.keyboard.press("Home");
  expect(await frame()).toBe(0);
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  await expect(page.locator("#framing option:checked")).toHaveText("stone");
  await settled(page);
  const stage = await page.locator("#stage").boundingBox();
  const middle = await project(page, at(stone(run), 0));
  expect(Math.abs(middle.x - stage.width / 2)).toBeLessThan(2);
  const before = (await project(page, { x: 1, y: 0 })).x - (await project(page, { x: 0, y: 0 })).x;
  await page.keyboard.press("+");
  await settled(page);
  const nearer = (await project(page, { x: 1, y: 0 })).x - (await project(page, { x: 0, y: 0 })).x;
  expect(nearer / before).toBeCloseTo(1.25, 6);
  await page.keyboard.press("t");
  await expect(page.getByLabel("Trails")).not.toBeChecked();
  await page.keyboard.press("n");
  await expect(page.getByLabel("Names")).toBeChecked();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeHidden();
  await page.keyboard.press("Home");
  await page.locator("#slider").focus();
  await page.keyboard.press("ArrowRight");
  expect(await time(page)).toBeCloseTo(step, 9);
});

test("a click on a body follows it", async ({ show }) => {
  const run = toss();
  const page = await show(run);
  const stage = await page.locator("#stage").boundingBox();
  const place = await project(page, at(stone(run), 0));
  await page.mouse.click(stage.x + place.x, stage.y + place.y);
  await expect(page.locator("#framing option:checked")).toHaveText("stone");
});

test("the picture has words, spoken only at rest", async ({ show }) => {
  const page = await show(toss());
  await seek(page, 0.2);
  await expect(page.locator("#stage")).toHaveAttribute("aria-label", /A stone tossed from a sling\. At 0\.2\d*\ss: .*stone at \(/);
  await expect(page.locator("#spoken")).toHaveText(/^At 0\.2/);
  const said = await page.locator("#spoken").textContent();
  await page.locator("#speed").selectOption("0.0625");
  await page.keyboard.press("Space");
  // Long enough for the picture's own words to have changed.
  await expect(page.locator("#stage")).not.toHaveAttribute("aria-label", new RegExp(said.slice(0, 12)));
  expect(await page.locator("#spoken").textContent()).toBe(said);
});

test("plots: units share axes, a search finds, a click seeks, a drag zooms", async ({ show }) => {
  const page = await show(pendulum());
  await expect(page.locator(".plot")).toHaveCount(3);
  await expect(page.locator(".plot").last().locator(".legend-name")).toHaveText(["kinetic", "potential", "energy"]);
  await seek(page, 0);
  await expect(page.locator(".plot").first().locator("b")).toHaveText("114.6\u00b0");
  await page.locator("#picker summary").click();
  await page.getByLabel("Search quantities").fill("rad/s");
  await expect(page.locator("#pick-list label:visible")).toHaveCount(1);
  await page.locator("#pick-list label:visible input").check();
  await expect(page.locator(".plot")).toHaveCount(4);
  await page.keyboard.press("Escape");
  const over = page.locator(".plot .u-over").first();
  const box = await over.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 40);
  expect(await time(page)).toBeCloseTo(3, 1);
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  expect(await time(page)).toBeCloseTo(3, 1);
  const line = (i) => page.locator(".now-line").nth(i).evaluate((e) => new DOMMatrix(getComputedStyle(e).transform).e / e.parentElement.clientWidth);
  await expect.poll(() => line(0)).toBeCloseTo(0.25 / 0.35, 1);
  expect(await line(2)).toBeCloseTo(await line(0), 2);
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  await settled(page);
  await expect.poll(() => line(0)).toBeCloseTo(0.25 / 0.35, 1);
  await page.mouse.dblclick(box.x + box.width * 0.5, box.y + 40);
  await settled(page);
  const now = await time(page);
  await expect.poll(() => line(1)).toBeCloseTo(now / 6, 1);
});

test("forces: a list with values, arrows on request", async ({ show }) => {
  const page = await show(pendulum());
  await seek(page, 2);
  const pixels = () => page.evaluate(() => {
    const canvas = document.querySelector("#stage canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] === 0xb3 && data[i + 1] === 0x26 && data[i + 2] === 0x1e) count++;
    return count;
  });
  expect(await pixels()).toBe(0);
  await page.locator("#forces summary").click();
  await page.getByLabel("weight on bob").check();
  await settled(page);
  await expect(page.locator("#force-list b").last()).toHaveText(/^9\.81/);
  const some = await pixels();
  expect(some).toBeGreaterThan(50);
  await page.getByLabel("Length").selectOption("2");
  await settled(page);
  expect(await pixels()).toBeGreaterThan(some);
});

test("on a phone the menus stay within the page", async ({ show, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await show(pendulum());
  for (const menu of ["#forces", "#picker"]) {
    await page.locator(`${menu} summary`).click();
    const box = await page.locator(`${menu} .popover`).boundingBox();
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    if (menu === "#forces") await keep(page, "forces-phone");
  }
});

test("results: reports with units, events to go to, checks in words", async ({ show }) => {
  const run = toss();
  const page = await show({ ...run, check: pendulum().check });
  await page.getByRole("tab", { name: "Results" }).click();
  await page.locator("#events").getByRole("button", { name: "release" }).click();
  expect(await time(page)).toBe(run.events[0].t);
  await expect(page.locator("#checks")).toContainText("holds to 10 digits");
  await expect(page.locator("#checks")).toContainText("does not hold range > 1 km");
  await expect(page.locator("#rows")).toContainText("of the 5000 instants");
  await expect(page.getByRole("link", { name: "toss.csv" })).toHaveAttribute("href", "./toss.csv");
});

test("equations, parameters and the model's text", async ({ show }) => {
  const page = await show(pendulum());
  await page.getByRole("tab", { name: "Equations" }).click();
  await expect(page.locator("#equations math")).toHaveCount(1);
  await page.getByRole("tab", { name: "Equations" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Model" })).toBeFocused();
  await expect(page.locator("#source")).toContainText("coord theta = 2 rad");
  await expect(page.locator("#parameters")).toContainText("9.81\u202fm/s\u00b2");
});

test("what the data say is text, whatever it looks like", async ({ show }) => {
  const page = await show(hostile());
  for (const tab of await page.getByRole("tab").all()) await tab.click();
  await page.getByText("1 warning").click();
  await seek(page, 2);
  expect(await page.evaluate(() => window.broken)).toBeUndefined();
  expect(await page.locator("img").count()).toBe(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("</script><img src=x onerror=\"window.broken=1\"><b>bold</b>");
  expect(await page.locator("#rows a").getAttribute("href")).toMatch(/^\.\//);
});

test("a failed run says so, and shows what there is", async ({ show }) => {
  const page = await show(failed());
  await expect(page.getByRole("alert")).toContainText("The run failed at 0.9750\u202fs (E0502)");
  await page.getByText("1 warning").click();
  await expect(page.locator("#warning-list")).toContainText("pendulum.lgr:4:1");
  await page.keyboard.press("End");
  expect(await time(page)).toBeCloseTo(0.975, 9);
  await keep(page, "failed");
});

test("a series of the wrong length, a shape of no kind, times that run backwards: left out by name", async ({ show, page }) => {
  const run = pendulum();
  await show({ ...run, columns: [{ ...run.columns[0], values: [1] }], shapes: [{ kind: "cloud" }, ...run.shapes] });
  await page.getByText("2 warnings").click();
  await expect(page.locator("#warning-list")).toContainText("theta has 1 values for 241 frames");
  await expect(page.locator("#warning-list")).toContainText("the unknown kind 'cloud'");
  await show({ ...run, time: run.time.map((t, i) => (i === 7 ? -1 : t)) });
  await expect(page.locator("#warning-list")).toContainText("run backwards at frame 8");
});

test("a run with next to nothing in it, and a page without data", async ({ show, page }) => {
  await show(sparse());
  await expect(page.locator("#warnings")).toContainText("1 warning");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
  await show(empty());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A run without data");
});

test("space: drawn where the data say, turned by dragging", async ({ show }) => {
  const run = top();
  const page = await show(run);
  await seek(page, 1);
  const stage = await page.locator("#stage").boundingBox();
  const tip = at(run.shapes[3].at, 100);
  const [low, high] = [await project(page, { x: 0, y: 0, z: 0 }), await project(page, { x: 0, y: 0, z: 0.3 })];
  expect(high.y).toBeLessThan(low.y - 40);
  expect(high.x).toBeCloseTo(low.x, 3);
  const before = await project(page, tip);
  expect(before.x).toBeGreaterThan(0);
  expect(before.x).toBeLessThan(stage.width);
  await page.mouse.click(stage.x + before.x, stage.y + before.y);
  await settled(page);
  await expect(page.locator("#framing option:checked")).toHaveText("tip");
  const followed = await project(page, tip);
  expect(Math.abs(followed.x - stage.width / 2)).toBeLessThan(2);
  expect(Math.abs(followed.y - stage.height / 2)).toBeLessThan(2);
  await page.keyboard.press("0");
  await page.mouse.move(stage.x + 100, stage.y + 100);
  await page.mouse.down();
  await page.mouse.move(stage.x + 220, stage.y + 120, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  expect(Math.abs((await project(page, tip)).x - before.x)).toBeGreaterThan(5);
});

test("space: what is up in the model is up in the picture, whichever way it points", async ({ show }) => {
  for (const up of [[0, 1, 0], [0, -1, 0], [1, 0, 0], [0, 0, -1], [0.6, 0, -0.8]]) {
    const run = top(), from = [0.1, 0.2, 0.3];
    const page = await show({ ...run, up, shapes: run.shapes.filter(({ kind }) => kind !== "ground") });
    await seek(page, 1);
    const [x, y, z] = from.map((p, k) => p + 0.3 * up[k]);
    const [low, high] = [await project(page, { x: from[0], y: from[1], z: from[2] }), await project(page, { x, y, z })];
    expect(high.y).toBeLessThan(low.y - 20);
    expect(Math.abs(high.x - low.x)).toBeLessThan(0.2 * (low.y - high.y));
  }
});

test("space: what stands on 0 stands on the grid, and what is lower has it close below", async ({ show }) => {
  const heights = [];
  for (const z of [-0.004, -0.73]) {
    const run = top(), along = { x: run.time.map((t) => 5 * t), y: 0, z };
    const page = await show({ ...run, arrows: [], shapes: [{ kind: "ball", name: "ball", at: along, radius: 0.001 }] });
    heights.push(await page.evaluate(() => window.lagrangia.scene.grid.height));
  }
  expect(heights[0]).toBeCloseTo(0, 12);
  expect(heights[1]).toBeLessThan(-0.73);
  expect(heights[1]).toBeGreaterThan(-1.1);
});

test("light and dark: as the system has it, and by the switch", async ({ show, page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await show(pendulum());
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe("dark");
  await page.getByRole("button", { name: "Switch to light colours" }).click();
  expect(await theme()).toBe("light");
});

test("balls of one name can each be followed, and trails lie under them", async ({ show }) => {
  const run = twoBalls();
  const page = await show(run);
  await expect(page.locator("#framing option")).toHaveText(["whole motion", "the present", "ball 1", "ball 2"]);
  await page.locator("#framing").selectOption({ label: "ball 2" });
  await settled(page);
  const stage = await page.locator("#stage").boundingBox();
  expect(Math.abs((await project(page, at(run.shapes[1].at, 0))).x - stage.width / 2)).toBeLessThan(2);
  await page.locator("#framing").selectOption("whole");
  await page.evaluate(() => window.lagrangia.clock.toFrame(100));
  await settled(page);
  // The second ball has come to where the trail of the first begins; the older a trail, the fainter it is.
  expect((await colourAt(page, at(run.shapes[0].at, 100))).slice(0, 3)).toEqual([0x4b, 0x60, 0x79]);
  const [old, fresh] = [await colourAt(page, at(run.shapes[0].at, 3)), await colourAt(page, at(run.shapes[0].at, 90))];
  expect(old[3]).toBeGreaterThan(0);
  expect(fresh[3]).toBeGreaterThan(old[3] + 30);
});

test("most of a picture with a ground is above it", async ({ show }) => {
  const page = await show({ ...toss(), arrows: [] });
  await page.locator("#framing").selectOption("whole");
  await settled(page);
  const stage = await page.locator("#stage").boundingBox();
  expect((await project(page, { x: 0, y: 0 })).y).toBeGreaterThan(0.85 * stage.height);
});

test("a long run plays in real time, and can be looked at faster", async ({ showStopped }) => {
  const page = await showStopped(long(1000));
  await expect(page.locator("#speed option:checked")).toHaveText("real time");
  await page.locator("#play").click();
  await page.clock.runFor(1000);
  expect(Math.abs((await time(page)) - 1)).toBeLessThan(0.05);
});

test("a run of a year is shown in seconds, and real time is there too", async ({ show }) => {
  const page = await show(long(3e7));
  await expect(page.locator("#pace")).toHaveText(/shows 3\s×\s10\u2076\ss in a second/);
  await page.locator("#speed").selectOption({ label: "real time" });
  const real = await page.evaluate(() => window.lagrangia.clock.speed * window.lagrangia.clock.pace);
  expect(real).toBeCloseTo(1, 12);
});

test("what is plotted at first varies", async ({ show }) => {
  const run = pendulum();
  const still = { ...run.columns[0], name: "still", label: "", values: run.time.map(() => 1) };
  const page = await show({ ...run, columns: [still, { ...still, name: "also" }, { ...still, name: "third" }, ...run.columns] });
  await expect(page.locator(".plot").first().locator(".legend-name")).toHaveText(["angle from the vertical"]);
  await expect(page.locator(".plot").first()).toHaveAttribute("aria-label", /angle from the vertical goes from 115\u00b0 to .*, between \u2212115\u00b0/);
});

test("the motion in words", async ({ show }) => {
  const page = await show(toss());
  await page.getByRole("tab", { name: "Results" }).click();
  const words = page.locator("#story li");
  await expect(words.first()).toHaveText(/^The motion lasts \d/);
  await expect(words.nth(1)).toHaveText(/^Events: release at .*, landing at /);
  await expect(page.locator("#story")).toContainText("stone: x between");
});

test("on paper nothing is folded, empty or cut off", async ({ show, page }) => {
  const run = pendulum();
  const mode = run.equations[0];
  await show({ ...run, source: `model pendulum\n# ${"a long line ".repeat(30)}\n`, equations: [mode, { ...mode, title: "after release" }] });
  await seek(page, 2);
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  await settled(page);
  for (const id of ["plots", "results", "equations", "model", "instant"]) await expect(page.locator(`#panel-${id}`)).toBeVisible();
  await expect(page.locator("#instant td.number").first()).not.toBeEmpty();
  await expect(page.locator("#equations details[open]")).toHaveCount(2);
  expect(await page.locator("#source").evaluate((e) => e.scrollWidth <= e.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
  await keep(page, "pendulum-print", { fullPage: true });
  await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
  await expect(page.locator("#panel-results")).toBeHidden();
  await expect(page.locator("#equations details[open]")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
});

test("formulas that are too wide can be reached and moved by keys", async ({ show, page }) => {
  const run = pendulum();
  const wide = `<section><div class="scroll"><math><mrow>${"<mi>theta</mi><mo>+</mo>".repeat(120)}</mrow></math></div></section>`;
  await show({ ...run, equations: [{ title: "start", mathml: wide }] });
  await page.getByRole("tab", { name: "Equations" }).click();
  const formula = page.getByRole("region", { name: "Equations, start" });
  await formula.focus();
  await expect(formula).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => formula.evaluate((e) => e.scrollLeft)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
});

test("all of it by the tab key, in the order of the page", async ({ show, page }) => {
  await show(pendulum());
  const seen = [];
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim().slice(0, 20)));
  }
  const order = ["theme", "help-open", "framing", "trails", "names", "farther", "nearer", "reset", "stage", "play", "slider", "speed", "loop", "tab-plots"];
  expect(seen.filter((id) => order.includes(id)).slice(0, order.length)).toEqual(order);
});

/** The rest does not depend on the theme. */
const COLOURS = ["color-contrast"];

for (const [name, make, t] of [["pendulum", pendulum, 1.3], ["toss", toss, 1.2], ["top", top, 1.4]]) {
  test(`${name} in pictures, wide and on a phone, light and dark: nothing that axe finds fault with`, async ({ show, page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await show(make());
    await seek(page, t);
    for (const theme of ["light", "dark"]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await keep(page, `${name}-wide-${theme}`);
      // All panels at once: axe looks at each only once.
      await page.evaluate(() => document.querySelectorAll("[role=tabpanel]").forEach((panel) => (panel.hidden = false)));
      expect(await faults(page, theme === "dark" ? COLOURS : undefined)).toEqual([]);
      await page.getByRole("tab").first().click();
      await page.setViewportSize({ width: 390, height: 844 });
      await settled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      if (theme === "light") expect(await faults(page)).toEqual([]);
      await keep(page, `${name}-phone-${theme}`, { fullPage: true });
      await page.locator("#theme").click();
      await settled(page);
    }
  });
}
