// The studio as a person uses it: text, picture, sliders, panels, links, files.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterRun, atRest, BALL, ENDLESS, expect, faults, follow, folder, keep, linkTo, oneFile, PENDULUM, run, runs, SIZE, test, write } from "./stand.mjs";

const slider = (page, name) => page.locator(`.slider[data-name="${name}"] input[type="range"]`);
const number = (page, name) => page.locator(`.slider[data-name="${name}"] input[type="number"]`);
const fall = (h) => Math.sqrt((2 * h) / 9.81);

test.describe("text and picture", () => {
  test("opens with a machine that can be seen", async ({ openNew }) => {
    const page = await openNew();
    expect((await run(page)).title).toContain("Trebuchet");
    await expect(page.locator("#title")).toHaveText(/Trebuchet/);
    await expect(page.locator("#stage canvas")).toBeVisible();
    await expect(page.locator("#reports")).toContainText("240.67");
  });

  test("the picture follows the text", async ({ open }) => {
    const page = await open({ text: BALL });
    expect((await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
    await afterRun(page, () => write(page, BALL.replace("h = 2 m", "h = 5 m")));
    expect((await run(page)).reports.fall).toBeCloseTo(fall(5), 9);
    await expect(page.locator("#stale")).toBeHidden();
  });

  test("an error stands under its line, and the last picture stays", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await atRest(page);
    const before = await runs(page);
    await write(page, PENDULUM.replace("-l*cos(theta)]", "-l*cos(thteta)]"));
    const mark = page.locator("#editor .cm-lintRange-error");
    await expect(mark).toHaveText("thteta");
    await expect(page.locator("#verdict")).toContainText("line 6");
    await expect(page.locator("#stale")).toBeVisible();
    expect(await runs(page)).toBe(before);
    expect((await run(page)).title).toBe("A pendulum");
    await afterRun(page, () => write(page, PENDULUM));
    await expect(mark).toHaveCount(0);
    await expect(page.locator("#stale")).toBeHidden();
  });

  test("the fix of an error is one press", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await write(page, PENDULUM.replace("-l*cos(theta)]", "-l*cos(thteta)]"));
    await page.locator("#editor .cm-lintRange-error").hover();
    await afterRun(page, () => page.getByRole("button", { name: "write 'theta'" }).click());
    await expect(page.locator("#editor")).toContainText("-l*cos(theta)]");
  });

  test("places count characters, whatever stands before them", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await write(page, PENDULUM.replace("report fast", "report wide = 1 m \"🎡🎢 ü\" + zzz\nreport fast"));
    await expect(page.locator("#editor .cm-lintRange-error").first()).toBeVisible();
    await expect(page.locator("#verdict")).toContainText("line 10");
  });

  test("typing fast ends with the last text", async ({ open }) => {
    const page = await open({ text: BALL });
    for (const h of [3, 4, 5, 6, 7, 8]) await write(page, BALL.replace("h = 2 m", `h = ${h} m`));
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(8), 9);
  });

  test("from the plane into space and back", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    const space = readFileSync(`${process.env.LGR_EXAMPLES}/space/heavy-top.lgr`, "utf8");
    await afterRun(page, () => write(page, space));
    await expect.poll(async () => (await run(page)).space).toBe(3);
    await expect(page.locator("#stage .scene")).toBeVisible();
    const picture = () => page.evaluate(() => {
      const { stage } = window.studio;
      stage.clock.seek(1);
      stage.drawNow();
      return stage.canvas.toDataURL();
    });
    await page.getByRole("button", { name: "Pin" }).click();
    const first = page.locator('.slider input[type="number"]').first();
    await afterRun(page, async () => {
      await first.fill(String(1.5 * Number(await first.inputValue())));
      await first.press("Enter");
    });
    const haunted = await picture();
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Remove A" }).click();
    expect(await picture()).not.toBe(haunted); // the ghost has gone
    await afterRun(page, () => write(page, PENDULUM));
    await expect.poll(async () => (await run(page)).space).toBe(2);
  });

  test("warnings and unmet expectations are told", async ({ open }) => {
    const page = await open({ text: `${BALL}expect fall = 3 s\n` });
    await expect(page.locator("#verdict")).toHaveText("1 of 1 expectations do not hold");
    await expect(page.locator("#checks")).toContainText("does not hold");
    await expect(page.locator("#checks")).not.toContainText("residual"); // there is no constraint
  });

  test("an empty text, a comment, nonsense: nothing breaks", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    for (const text of ["", "# nothing\n", "}{ ]] \u0000 model", "model", "coord\ncoord\n"]) await write(page, text);
    await expect(page.locator("#stale")).toBeVisible();
    await afterRun(page, () => write(page, PENDULUM));
  });
});

test.describe("sliders", () => {
  test("one for each parameter, in its unit and within its bounds", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await expect(page.locator(".slider")).toHaveCount(2);
    await expect(slider(page, "l")).toHaveAttribute("min", "0.5");
    await expect(slider(page, "l")).toHaveAttribute("max", "3");
    await expect(slider(page, "l")).toHaveAccessibleName("length in m");
    await expect(number(page, "m")).toHaveValue("2");
  });

  test("a slider moves the machine, and the text keeps its number", async ({ open }) => {
    const page = await open({ text: BALL });
    await afterRun(page, () => slider(page, "h").fill("8"));
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(8), 9);
    await expect(page.locator("#editor")).toContainText("h = 2 m");
    await expect(page.locator("#editor .note")).toContainText("now h = 8");
    await page.getByRole("button", { name: "All as written" }).click();
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
    await expect(page.locator("#editor .note")).toHaveCount(0);
  });

  test("numbers can be typed, beyond the bounds too", async ({ open }) => {
    const page = await open({ text: BALL });
    await afterRun(page, async () => {
      await number(page, "h").fill("20");
      await number(page, "h").press("Enter");
    });
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(20), 9);
  });

  test("in feet and degrees they count in feet and degrees", async ({ open }) => {
    const page = await open({ text: BALL.replace("h = 2 m in [1 m, 9 m]", "h = 10 ft in [5 ft, 30 ft]") });
    await expect(number(page, "h")).toHaveValue("10");
    await afterRun(page, () => slider(page, "h").fill("20"));
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(20 * 0.3048), 9);
  });

  test("the arrow keys move by a round step", async ({ open }) => {
    const page = await open({ text: BALL });
    await slider(page, "h").focus();
    await afterRun(page, () => page.keyboard.press("ArrowRight"));
    await expect.poll(async () => (await run(page)).parameters.h).toBeCloseTo(2.05, 12);
  });

  test("a parameter that leaves the text is forgotten", async ({ open }) => {
    const page = await open({ text: BALL });
    await afterRun(page, () => slider(page, "h").fill("8"));
    await afterRun(page, () => write(page, BALL.replace("param h = 2 m in [1 m, 9 m]", "").replace("= h", "= 3 m")));
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(3), 9);
    await expect(page.locator("#no-sliders")).toBeVisible();
  });

  test("a report whose title changes is offered by its new one", async ({ open }) => {
    await expect((await open()).locator("#curve-of option").last()).toHaveText("greatest speed");
    const page = await open({ text: PENDULUM.replace(' "greatest speed"', "") });
    await expect(page.locator("#curve-of option").last()).toHaveText("fast");
  });

  test("under each the curve of the report that is chosen", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    const curve = (name) => page.locator(`.slider[data-name="${name}"] svg`);
    const drawn = (name) => curve(name).locator(".curve-line").evaluate((line) => line.getTotalLength());
    await expect.poll(() => drawn("l")).toBeGreaterThan(300);
    expect(await drawn("m")).toBe(0); // a pendulum does not ask how heavy it is
    const dot = await curve("l").locator(".curve-dot").boundingBox(), track = await slider(page, "l").boundingBox();
    const part = await slider(page, "l").evaluate(({ value, min, max }) => (value - min) / (max - min)), HALF = 8; // of the thumb
    expect(Math.abs(dot.x + dot.width / 2 - (track.x + HALF + part * (track.width - 2 * HALF)))).toBeLessThan(1);
    await expect(curve("l").locator("title")).toHaveText(/first time at the bottom over l: from 0\.\d+\ss to 0\.\d+\ss/);
    await page.locator("#curve-of").selectOption("fast");
    await expect(curve("l").locator("title")).toHaveText(/greatest speed/);
  });
});

test.describe("panels", () => {
  test("equations of the mode in force, other forms, LaTeX", async ({ open, context }) => {
    const page = await open({ text: PENDULUM });
    await page.getByRole("tab", { name: "Equations" }).click();
    await expect(page.locator("#formulas math").first()).toBeVisible();
    await expect(page.locator("#formulas")).toContainText("At the start");
    await page.evaluate(() => window.studio.stage.clock.seek(3));
    await expect(page.locator("#formulas")).toContainText("After low");
    await page.locator("#form").selectOption("first-order");
    await expect(page.locator("#formulas math").first()).toBeVisible();
    await page.locator("#steps").check();
    await expect(page.locator("#formulas math").first()).toBeVisible();
    await page.locator("#form").selectOption("lagrange");
    await page.evaluate(() => (window.copied = "", Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } })));
    await page.getByRole("button", { name: "Copy LaTeX" }).click();
    await expect.poll(() => page.evaluate(() => window.copied)).toContain("\\theta");
  });

  test("the analysis finds what is conserved", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.getByRole("tab", { name: "Analysis" }).click();
    await expect(page.locator("#analysis")).toContainText("energy");
    await expect(page.locator("#analysis")).toContainText("quilibri");
  });

  test("equilibria stand behind the machine where they are, follow the sliders, and go with their model", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    const picture = () => page.evaluate(() => {
      const { stage } = window.studio;
      stage.clock.pause();
      stage.clock.seek(0.5);
      stage.drawNow();
      return [stage.canvas.toDataURL(), stage.project({ x: 0, y: stage.run.parameters[0].value, z: 0 }).y];
    });
    const [without, above] = await picture();
    expect(above).toBeLessThan(0); // it swings below: the top is not in the picture
    await page.getByRole("tab", { name: "Analysis" }).click();
    const boxes = page.locator("#equilibria-list").getByRole("checkbox");
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await box.check();
    const [drawn, top] = await picture();
    expect(drawn).not.toBe(without);
    expect(top).toBeGreaterThan(0);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("tab", { name: "Results" }).click();
    await afterRun(page, () => slider(page, "l").fill("2"));
    await expect.poll(async () => (await picture())[1]).toBeGreaterThan(0); // the longer one too
    await afterRun(page, () => page.getByRole("button", { name: "First steps" }).click());
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Analysis" }).click();
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  });

  test("sensitivities: the time to the bottom goes with the root of the length, and not with the mass", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.getByRole("tab", { name: "Sensitivity" }).click();
    const row = page.locator("#panel-sensitivities tbody tr"), told = page.locator("#panel-sensitivities [role=status]");
    await expect(row).toHaveCount(1);
    await expect(row).toContainText("+0.5\u202f%");
    await expect(told).toContainText("Nothing is changed by m.");
    expect(await faults(page)).toEqual([]);
    await page.locator("#panel-sensitivities select").selectOption("fast");
    await expect(row).toContainText("+0.5\u202f%"); // the root of 2 g l (1 - cos(30 deg)), too
    await afterRun(page, () => slider(page, "l").fill("2"));
    await expect(row).toContainText("+0.0115\u202fm/s"); // half a per cent of 2.2929 m/s
  });

  test("sensitivities of a model without reports are not there, and why", async ({ open }) => {
    const page = await open({ text: PENDULUM.replace(/report .*\n/g, "") });
    await page.getByRole("tab", { name: "Sensitivity" }).click();
    await expect(page.locator("#panel-sensitivities")).toContainText("has no reports");
  });

  test("a mode is shown on the machine until the picture is pressed or the model changes", async ({ open }) => {
    const page = await open({ text: PENDULUM.replace("coord theta = 30 deg", "coord theta = 30 deg\ngeneralized drag: theta = -(0.2 J*s)*theta'") });
    const picture = () => page.evaluate(() => (window.studio.stage.drawNow(), window.studio.stage.canvas.toDataURL()));
    await page.getByRole("tab", { name: "Analysis" }).click();
    const press = page.getByRole("button", { name: "Show mode 1 of equilibrium 1" }), said = page.locator("#swinging");
    await expect(press).toBeVisible();
    const before = await picture();
    await press.click();
    await expect(press).toHaveAttribute("aria-pressed", "true");
    await expect(said).toHaveText(/^Mode 1 of equilibrium 1: [\d.]+\u202fHz, damping 0\.\d+$/);
    const still = await picture();
    expect(still).not.toBe(before);
    await page.waitForTimeout(300);
    expect(await picture()).toBe(still); // who wants less motion sees how far it goes
    expect(await faults(page)).toEqual([]);
    await keep(page, "mode");
    await page.locator("#stage").click({ position: { x: 20, y: 60 } });
    await expect(said).toBeHidden();
    await expect(press).toHaveAttribute("aria-pressed", "false");
    expect(await picture()).toBe(before);
    await press.click();
    await expect(said).toBeVisible();
    await press.click();
    await expect(said).toBeHidden();
    await press.click();
    await expect(said).toBeVisible();
    await afterRun(page, () => slider(page, "l").fill("2"));
    await expect(said).toBeHidden();
  });

  test("a mode that is damped swings ever less, and begins again", async ({ openNew }) => {
    const page = await openNew({ text: PENDULUM.replace("coord theta = 30 deg", "coord theta = 30 deg\ngeneralized drag: theta = -(1 J*s)*theta'") });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.getByRole("button", { name: "Show mode 1 of equilibrium 1" }).click();
    await expect(page.locator("#swinging")).toBeVisible();
    const picture = () => page.evaluate(() => window.studio.stage.canvas.toDataURL());
    const first = await picture();
    await expect.poll(picture).not.toBe(first);
    const { shapes, time } = await page.evaluate(() => ({ shapes: window.studio.stage.swing.motion.shapes.map(({ to }) => to && [...to.x]), time: [...window.studio.stage.swing.motion.time] }));
    const x = shapes.find(Boolean);
    expect(time.at(-1)).toBeGreaterThan(1.5);
    expect(Math.abs(x.at(-1))).toBeLessThan(0.5 * Math.abs(x[0]));
    await page.keyboard.press("Escape");
    await expect(page.locator("#swinging")).toBeHidden();
  });

  test("a quantity against another one: the dot is where the motion is, and a press goes there", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.getByRole("tab", { name: "Plots" }).click();
    await page.locator("#against").selectOption("theta");
    const plane = page.locator("canvas.plane").first();
    await expect(plane).toBeVisible();
    await expect(page.locator("#plots")).toBeHidden();
    const legend = page.locator("#planes .legend b").first();
    await page.evaluate(() => window.studio.stage.clock.seek(0));
    await expect(legend).toHaveText(/^\(30°, /);
    await page.evaluate(() => window.studio.stage.clock.seek(0.3));
    await expect(legend).not.toHaveText(/^\(30°, /);
    const { width } = await plane.boundingBox();
    await plane.click({ position: { x: width - 38, y: 21 } });
    await expect(legend).toHaveText(/^\((30|29.\d+)°, /); // the greatest angle is at the right, where the bob is highest
    await keep(page, "phase");
    await page.locator("#against").selectOption("");
    await expect(page.locator("#plots canvas").first()).toBeVisible();
  });

  test("plots follow the text, and a press goes there", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.getByRole("tab", { name: "Plots" }).click();
    await expect(page.locator("#plots canvas").first()).toBeVisible();
    await afterRun(page, () => write(page, PENDULUM.replace("output height = bob.y", "output depth = -bob.y")));
    await expect(page.locator("#pick-list")).toContainText("depth");
    const box = await page.locator("#plots .u-over").first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + 40);
    await expect.poll(() => page.evaluate(() => window.studio.stage.clock.cursor.time)).toBeGreaterThan(1);
  });

  test("the best design is found and set", async ({ open }) => {
    const text = `param a = 20 deg in [5 deg, 85 deg]\ncoord x = 0 m, y = 0 m\ninitial x' = (10 m/s)*cos(a), y' = (10 m/s)*sin(a)\ngravity 9.81 m/s^2\n` +
      "particle stone: mass 1 kg at [x, y]\nevent down when y < 0 m { stop }\nreport far = at(down, x)\nsimulate until 5 s\ndraw ball at stone radius 0.1 m\n";
    const page = await open({ text });
    await page.getByRole("tab", { name: "Optimise" }).click();
    await page.locator('#optimum input[value="a"]').check();
    await page.getByRole("button", { name: "Find it" }).click();
    await expect(page.locator("#optimum [role=status]")).toContainText("far: 10.1937");
    await expect.poll(async () => (await run(page)).reports.far).toBeCloseTo(100 / 9.81, 6);
    expect((await run(page)).parameters.a).toBeCloseTo(45, 2);
  });

  test("pinned designs stay as ghosts, and their results beside the new ones", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.getByRole("button", { name: "Pin" }).click();
    await afterRun(page, () => slider(page, "h").fill("8"));
    await page.getByRole("tab", { name: "Compare" }).click();
    await expect(page.locator("#pins")).toContainText("time of the fall");
    await expect(page.locator("#pins")).toContainText("0.63855 s");
    await page.getByRole("button", { name: "Back to A" }).click();
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
    await page.getByRole("button", { name: "Remove A" }).click();
    await expect(page.locator("#pins")).toContainText("Press Pin");
  });

  test("values at the instant", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.getByRole("tab", { name: "Values" }).click();
    await page.evaluate(() => window.studio.stage.clock.seek(0.1));
    await expect(page.locator("#instant")).toContainText("1.95");
  });

  test("tabs by the arrow keys", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.getByRole("tab", { name: "Results" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Plots" })).toHaveAttribute("aria-selected", "true");
  });
});

test.describe("long runs", () => {
  test("what there is so far is shown, and the stop works at once", async ({ open }) => {
    const page = await open({ text: ENDLESS, isEndless: true });
    await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
    await expect.poll(async () => (await run(page)).end.reason).toBe("interrupted");
    expect((await run(page)).frames).toBeGreaterThan(100);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.locator("#working")).toBeHidden();
    await afterRun(page, () => write(page, BALL));
    expect((await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
  });

  test("a newer text does not wait for a long run", async ({ open }) => {
    const page = await open({ text: ENDLESS, isEndless: true });
    // As if one run went on for ever: what follows is only answered because its worker is ended.
    await page.evaluate((text) => void window.studio.client.ask({ kind: "run", text, seconds: 1000 }), ENDLESS);
    await page.waitForFunction(() => [...window.studio.client.asked.values()].some(({ since }) => performance.now() - since > 500));
    await write(page, BALL);
    await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
  });
});

test.describe("links and files", () => {
  test("a link leads back to the text, the values, the time and the view", async ({ open }) => {
    const page = await open({ text: BALL });
    await afterRun(page, () => slider(page, "h").fill("8"));
    await page.evaluate(() => (window.studio.stage.clock.seek(0.5), window.studio.stage.setView("0,t,n")));
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.locator("#share-dialog")).toBeVisible(); // the link is there then
    const link = await page.locator("#share-link").inputValue();
    expect(await page.locator("#share-dialog").evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0); // nothing is cut off
    await open({ text: PENDULUM });
    await follow(page, link.slice(link.indexOf("#")));
    await expect(page.locator("#editor")).toContainText("h = 2 m");
    expect((await run(page)).reports.fall).toBeCloseTo(fall(8), 9);
    await expect.poll(() => page.evaluate(() => [window.studio.stage.clock.cursor.time, window.studio.stage.view()])).toEqual([0.5, "0,t,n"]);
  });

  test("a text of any letters goes through a link", async ({ open }) => {
    const page = await open({ text: `# ü 漢字 🎡 "\\ </script>\n${BALL}` });
    await expect(page.locator("#editor")).toContainText('ü 漢字 🎡 "\\ </script>');
  });

  test("broken links are told", async ({ openNew }) => {
    const page = await openNew({ hash: "#m=%%%%" });
    await expect(page.locator("#title")).toHaveText(/Trebuchet/); // the first model instead
    await expect(page.locator("#notice")).toContainText("The link cannot be opened");
    for (const [what, hash] of Object.entries({ "not deflated": "#m=AAAA", "no JSON": linkTo("hello"), "no text": linkTo({ n: "x" }), "nothing": "#m=", "a list": linkTo("[1, 2]"),
      "a bomb": linkTo(JSON.stringify({ t: "x".repeat(5_000_000) })), "too long": `#m=${"A".repeat(300_000)}` })) {
      await page.evaluate(() => (document.getElementById("notice").textContent = ""));
      await page.evaluate((to) => (location.hash = to), hash);
      await expect(page.locator("#notice"), what).toContainText("The link cannot be opened");
      expect(await page.evaluate(() => window.studio.session.text.length), what).toBeGreaterThan(100);
    }
  });

  test("values of a link that cannot be are refused, and the model is there", async ({ open }) => {
    const page = await open({ text: BALL, values: { h: "3 kg", nobody: "1", constructor: "2" } });
    await expect(page.locator("#editor")).toContainText("h = 2 m");
    await expect(page.locator("#verdict")).not.toHaveText("");
  });

  test("files are opened by the menu and by dropping them", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.locator("#file").setInputFiles({ name: "mine.lgr", mimeType: "text/plain", buffer: Buffer.from(BALL) });
    await expect.poll(async () => (await run(page)).reports.fall ?? 0).toBeCloseTo(fall(2), 9);
    await expect(page.locator("#subtitle")).toHaveText("mine.lgr");
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.lgr"));
      return transfer;
    }, PENDULUM);
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    await expect(page.locator("#subtitle")).toHaveText("dropped.lgr");
  });

  test("saves text, numbers, results, report, figure and picture", async ({ open }) => {
    const page = await open({ text: BALL });
    for (const [item, ending, begins] of [["Save the text", "lgr", "param h = 2 m"], ["Save the numbers (csv)", "csv", "t,y"], ["Save the results (json)", "json", "{"],
      ["Save the report (html)", "html", "<!doctype html>"], ["Save a figure (svg)", "svg", "<svg"], ["Save this picture (png)", "png", "\u0089PNG"],
      ["Save a film", "webm", "\u001a\u0045\u00df\u00a3"], ["Save a film (gif)", "gif", "GIF89a"], ["Save a program in C (zip)", "zip", "PK\u0003\u0004"]]) {
      if (!(await page.getByRole("button", { name: item, exact: true }).isVisible())) await page.locator("#file-menu summary").click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: item, exact: true }).click()]);
      expect(download.suggestedFilename()).toBe(`test.${ending}`);
      expect(readFileSync(await download.path(), "latin1").slice(0, 40)).toContain(begins);
    }
  });

  test("a model of one's own is not saved under the name of the one that it replaced; a file keeps its name", async ({ open }) => {
    const page = await open({ text: BALL });
    const saved = async () => {
      await page.locator("#file-menu summary").click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the text", exact: true }).click()]);
      return download.suggestedFilename();
    };
    await afterRun(page, () => page.getByRole("button", { name: "First steps" }).click());
    await page.keyboard.press("Escape");
    expect(await saved()).toBe("pendulum.lgr");
    await afterRun(page, () => write(page, PENDULUM));
    expect(await saved()).toBe("swing.lgr");
    await expect(page.locator("#subtitle")).toHaveText("swing.lgr");
    await afterRun(page, () => write(page, BALL)); // it has no name
    expect(await saved()).toBe("mine.lgr");
    await page.locator("#file").setInputFiles({ name: "own.lgr", mimeType: "text/plain", buffer: Buffer.from(BALL) });
    await expect(page.locator("#subtitle")).toHaveText("own.lgr");
    await afterRun(page, () => write(page, PENDULUM));
    expect(await saved()).toBe("own.lgr");
  });

  test("on a host the engine that exports is another one, and its program is whole", async ({ openNew, site }) => {
    const page = await openNew({ url: site.url });
    await afterRun(page, () => write(page, BALL));
    await page.locator("#file-menu summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save a program in C (zip)" }).click()]);
    const listed = execFileSync("python3", ["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(*z.namelist())", await download.path()]);
    expect(listed.toString()).toMatch(/model\.h model\.c /);
  });

  test("a draft stays in the browser", async ({ openNew, site }) => {
    const page = await openNew({ url: site.url });
    await afterRun(page, () => write(page, BALL));
    await expect(page.locator("#draft")).toHaveText("kept in this browser");
    await page.reload();
    await expect(page.locator("#editor")).toContainText("h = 2 m");
  });

  test("the file holds the model that a program wrote into it", async ({ openNew, page }) => {
    const path = test.info().outputPath("mine.html");
    const shown = JSON.stringify({ name: "written.lgr", text: BALL }).replace(/</g, "\\u003c");
    writeFileSync(path, readFileSync(oneFile, "utf8").replace('id="studio-model">{}<', () => `id="studio-model">${shown}<`));
    await openNew({ url: `file://${path}` });
    await expect(page.locator("#subtitle")).toHaveText("written.lgr");
    expect((await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
  });

  test("the folder works on a host, and then without it", async ({ openNew, site, context }) => {
    const page = await openNew({ url: site.url });
    await expect(page.locator("#title")).toHaveText(/Trebuchet/);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length)))[0] ?? 0)).toBeGreaterThan(6);
    await page.reload();
    await page.waitForFunction(() => window.studio?.stage && navigator.serviceWorker.controller);
    await site.stop();
    await page.reload();
    await page.waitForFunction(() => window.studio?.stage);
    await expect(page.locator("#title")).toHaveText(/Trebuchet/);
    await page.getByRole("tab", { name: "Analysis" }).click(); // by the larger engine, which is kept too
    await expect(page.locator("#analysis")).toContainText("onserved");
    const manifest = JSON.parse(readFileSync(`${folder}/site/manifest.webmanifest`, "utf8"));
    expect([manifest.start_url, manifest.display]).toEqual([".", "standalone"]);
  });
});

test.describe("the gallery", () => {
  test("shows all examples with pictures, and opens one", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.locator("#gallery .example").first().locator("img")).toBeVisible();
    expect(await page.locator("#gallery .example").count()).toBeGreaterThan(100);
    await page.locator("#gallery-search").fill("double pendulum");
    await page.locator("#gallery .example:visible").first().click();
    await expect(page.locator("#gallery")).toBeHidden();
    await expect(page.locator("#title")).toHaveText(/[Dd]ouble pendulum/);
  });

  test("pictures have the page's colours, and no words that nobody could read", async ({ open }) => {
    const page = await open({ text: BALL }), picture = page.locator("#gallery .example").first().locator("img");
    /** How bright its corner is, from 0 to 1. */
    const paper = () => picture.evaluate(async (image) => {
      await image.decode();
      const pen = document.createElement("canvas").getContext("2d");
      pen.drawImage(image, 0, 0);
      return pen.getImageData(1, 1, 1, 1).data[0] / 255;
    });
    const openGallery = () => page.getByRole("button", { name: "Examples" }).click();
    const close = () => page.locator("#gallery [data-close]").click();
    await openGallery();
    await page.locator("#gallery-search").fill("");
    expect(await paper()).toBeGreaterThan(0.9);
    const words = await picture.evaluate((image) => {
      const figure = decodeURIComponent(image.src.slice(image.src.indexOf(",") + 1)), frame = document.createElement("iframe");
      document.body.append(frame);
      frame.contentDocument.body.innerHTML = figure;
      const shown = [...frame.contentDocument.querySelectorAll("text")].map((text) => frame.contentWindow.getComputedStyle(text).display);
      frame.remove();
      return [...new Set(shown)];
    });
    expect(words).toEqual(["none"]);
    await close();
    await page.locator("#theme").click();
    await openGallery();
    await expect.poll(paper).toBeLessThan(0.2);
    await close();
    await page.locator("#theme").click();
  });

  test("a model with a table finds it", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.getByRole("button", { name: "Examples" }).click();
    await page.locator("#gallery-search").fill("quake");
    await afterRun(page, () => page.locator("#gallery .example:visible").first().click());
    await expect(page.locator("#verdict")).not.toHaveClass(/bad/);
  });
});

test.describe("safe", () => {
  test("texts are shown as texts", async ({ open }) => {
    const bad = "<img src=x onerror='window.broken=1'><b>bold</b>";
    const page = await open({ text: `model bad "${bad}"\nparam h = 2 "${bad}" in [1, 3]\ncoord x = h "${bad}"\nkinetic T = x'^2/2\nreport r = final(x) "${bad}"\n` +
      `output o = x "${bad}"\nsimulate until 1\ndraw ball at [x, 0] radius 0.1\n` });
    for (const tab of await page.getByRole("tab").all()) await tab.click();
    await page.waitForTimeout(50);
    expect(await page.evaluate(() => window.broken)).toBe(undefined);
    expect(await page.locator("b:text('bold'), img[src=x]").count()).toBe(0);
  });

  test("scripts of strangers do not run, and nothing can be sent", async ({ page }) => {
    await page.goto(pathToFileURL(oneFile).href + linkTo({ n: "test.lgr", t: BALL }));
    await page.waitForFunction(() => window.studio?.stage);
    const sent = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.broken = 'script'";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror=\"window.broken = 'handler'\"><a href=\"javascript:window.broken = 'link'\" id='trap'>x</a>");
      document.getElementById("trap").click();
      setTimeout("window.broken = 'timer'", 1);
      const tries = [fetch("https://example.org/"), new Promise((done, failed) => {
        const image = new Image();
        [image.onload, image.onerror] = [done, failed];
        image.src = "https://example.org/x.png";
      })];
      return (await Promise.allSettled(tries)).map((one) => one.status);
    });
    expect(sent).toEqual(["rejected", "rejected"]);
    await page.waitForTimeout(50);
    expect(await page.evaluate(() => window.broken)).toBe(undefined);
  });

  for (const [what, text] of Object.entries({
    "too deep": `coord x = 1\nkinetic T = x'^2/2\nlet y = ${"(".repeat(20000)}x${")".repeat(20000)}\n`,
    "too wide": `coord x = 1\n${Array.from({ length: 3000 }, (_, i) => `let y${i} = sin(${i ? `y${i - 1}` : "x"})*x`).join("\n")}\nkinetic T = x'^2/2 + y2999*x'\n`,
    "families without end": "for i in 1..100000 { for j in 1..100000 { coord q[i][j] = 0 } }\n",
    "events without end": "coord x = 1\nkinetic T = x'^2/2\npotential V = x^2/2\nevent e when sin(1e6*t) > 0 { }\nsimulate until 1000\n",
  })) {
    test(`a model that asks for too much leaves the studio alive: ${what}`, async ({ open }) => {
      const page = await open({ text, isEndless: true });
      await write(page, BALL);
      await expect.poll(async () => (await run(page)).reports.fall).toBeCloseTo(fall(2), 9);
    });
  }
});

test.describe("everywhere", () => {
  test.describe("in the dark", () => {
    test.use({ colorScheme: "dark" });
    test("while the engine is loaded the page is whole: one panel, no empty choices, its colours, all tabs", async ({ page }) => {
      await page.addInitScript(() => (WebAssembly.compile = () => new Promise(() => undefined)));
      await page.goto(pathToFileURL(oneFile).href);
      await expect(page.locator("[role=tabpanel]:not([hidden])")).toHaveCount(1);
      await expect(page.locator("[role=tab][aria-selected=true]")).toHaveText("Results");
      for (const select of await page.locator("select:empty").all()) await expect(select).toBeHidden();
      await expect(page.locator("#theme")).toHaveText("\u2600");
      await expect(page.locator("#editor")).toContainText("Trebuchet with a hinged counterweight"); // the text does not wait
      for (const width of [1440, 1100, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const tabs = await page.locator("#tabs").boundingBox();
        for (const tab of await page.getByRole("tab").all()) {
          const box = await tab.boundingBox();
          expect(box.x + box.width).toBeLessThanOrEqual(tabs.x + tabs.width);
        }
      }
    });
  });

  test("a page loads little", () => {
    const read = (name) => readFileSync(`${folder}/site/${name}`), first = new Set(["studio.js"]);
    for (const name of first) for (const [, next] of read(name).toString().matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) first.add(next); // what it cannot begin without
    const sizes = ["index.html", ...first, "worker.js", "studio.css", "engine.wasm"].map((name) => gzipSync(read(name), { level: 9 }).length);
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(750_000); // 688,510 when it was last made smaller, with wasm-opt
    expect(readFileSync(oneFile).length).toBeLessThan(1_500_000);
  });

  test("by the keyboard alone: a number typed, the text changed, the time moved", async ({ open }) => {
    const page = await open({ text: BALL });
    await number(page, "h").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("5");
    await afterRun(page, () => page.keyboard.press("Tab"));
    await page.locator("#stage").focus();
    await page.keyboard.press("End");
    expect(await page.evaluate(() => window.studio.stage.clock.cursor.time)).toBeCloseTo(fall(5), 6);
    await page.locator("#editor .cm-content").focus();
    await page.keyboard.type("# x");
    expect(await page.evaluate(() => window.studio.session.text)).toContain("# x"); // no key of the page takes them away
  });

  test("the motion is told in words", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.evaluate(() => window.studio.stage.clock.seek(0.2));
    await expect(page.locator("#stage")).toHaveAttribute("aria-label", /ball at \(0, 1\.80/);
    await expect(page.locator("#spoken")).toContainText("At 0.2");
  });

  test("light and dark: nothing that axe finds fault with", async ({ openNew }) => {
    const page = await openNew();
    await expect(page.locator("#editor .is-string").first()).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await keep(page, "desktop-light");
    await page.locator("#theme").click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    expect(await faults(page, ["color-contrast"])).toEqual([]); // the rest does not depend on colours
    await keep(page, "desktop-dark");
  });

  test("on paper: light, no line cut off, the results beside what was open", async ({ open }) => {
    const page = await open({ text: `${PENDULUM}# ${"a long line ".repeat(30)}\n` });
    await page.locator("#theme").click();
    await page.getByRole("tab", { name: "Equations" }).click();
    await expect(page.locator("#formulas math").first()).toBeVisible();
    await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
    for (const id of ["results", "equations"]) await expect(page.locator(`#panel-${id}`)).toBeVisible();
    await expect(page.locator("#panel-optimum")).toBeHidden();
    await expect.poll(() => page.locator("#editor .cm-scroller").evaluate((e) => e.scrollWidth <= e.clientWidth + 1)).toBe(true);
    for (const width of [718, 1047]) { // of upright and of lying paper: the picture, what comes of it, and then the text, all whole
      await page.setViewportSize({ width, height: 1000 });
      const boxes = await Promise.all(["#stage", "#panel-results", "#sliders", "#editor"].map((place) => page.locator(place).boundingBox()));
      for (const box of boxes) expect(box.height).toBeGreaterThan(40);
      expect(boxes[1].y).toBeGreaterThan(boxes[0].y + boxes[0].height - 1);
      expect(Math.min(boxes[2].y, boxes[3].y)).toBeGreaterThan(boxes[1].y + boxes[1].height - 1);
    }
    await page.setViewportSize(SIZE.viewport);
    await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.locator("#theme").click();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test("the first steps leave room for what they speak of", async ({ openNew }) => {
      const page = await openNew(), tour = page.locator("#tour");
      await page.getByRole("button", { name: "First steps" }).click();
      for (let step = 1; step < 3; step++) await tour.getByRole("button", { name: "Next" }).click();
      await expect(tour).toContainText("3 of 5");
      const length = slider(page, "l");
      await length.evaluate((element) => element.closest(".slider").scrollIntoView({ block: "center" }));
      const box = async (what) => (await page.locator(what).boundingBox());
      const [above, below, own] = [await box(".middle"), await box("#tour"), await length.boundingBox()];
      expect(own.y).toBeGreaterThan(above.y + above.height);
      expect(own.y + own.height).toBeLessThan(below.y);
      await keep(page, "phone-tour");
    });

    test("three designs stand side by side", async ({ openNew }) => {
      const page = await openNew();
      for (const length of ["3", "3.7"]) {
        await page.getByRole("button", { name: "Pin" }).click();
        await afterRun(page, () => slider(page, "l3").fill(length));
      }
      await page.getByRole("button", { name: "Pin" }).click();
      await page.getByRole("tab", { name: "Compare" }).click();
      await expect(page.locator("#pins thead th")).toHaveCount(4);
      expect(await page.locator("#pins .scroll").evaluate((place) => place.scrollWidth - place.clientWidth)).toBeLessThanOrEqual(0);
      await page.locator("#pins").scrollIntoViewIfNeeded();
      await keep(page, "phone-pins");
    });

    test("all is within its width, the picture stays in view, sliders under it", async ({ openNew }) => {
      const page = await openNew();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await keep(page, "phone");
      await slider(page, "l1").scrollIntoViewIfNeeded();
      await expect(page.locator("#stage")).toBeInViewport();
      await afterRun(page, () => slider(page, "l1").fill("1.5"));
      expect((await run(page)).parameters.l1).toBe(1.5);
      await page.locator("#editor").scrollIntoViewIfNeeded();
      await keep(page, "phone-text");
    });
  });
});
