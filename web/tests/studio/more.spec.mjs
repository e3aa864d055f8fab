// The language in the editor, the first steps, the trebuchet form.
import { copyFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterRun, BALL, expect, keep, PENDULUM, run, test } from "./stand.mjs";

test.describe("language", () => {
  test("colours come from the engine", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await expect(page.locator("#editor .is-keyword").first()).toBeVisible();
    await expect(page.locator("#editor .is-keyword").filter({ hasText: /^particle$/ })).toHaveCount(1);
    await expect(page.locator("#editor .is-unit").filter({ hasText: /^kg$/ })).toHaveCount(1);
    await expect(page.locator("#editor .is-string").first()).toBeVisible();
  });

  test("a line that is written anew is coloured anew", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    const keywords = page.locator("#editor .is-keyword"), numbers = page.locator("#editor .is-number");
    await expect(keywords.filter({ hasText: /^gravity$/ })).toHaveCount(1);
    await page.evaluate(() => {
      const content = document.querySelector(".cm-content"), { view } = content.cmTile ?? content.cmView;
      const old = "gravity 9.81 m/s^2\n", from = view.state.doc.toString().indexOf(old);
      view.dispatch({ changes: { from, to: from + old.length, insert: "gravity 1.62 m/s^2\n" } });
    });
    await expect(numbers.filter({ hasText: /^1\.62$/ })).toHaveCount(1);
    await expect(keywords.filter({ hasText: /^gravity$/ })).toHaveCount(1);
  });

  test("a digit has its number's colour at once, and goes straight into the text", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await expect(page.locator("#editor .is-number").filter({ hasText: /^9\.81$/ })).toHaveCount(1);
    const seen = await page.evaluate(() => {
      const content = document.querySelector(".cm-content"), { view } = content.cmTile ?? content.cmView;
      const at = view.state.doc.toString().indexOf("9.81 m/s^2") + "9.81".length;
      view.dispatch({ selection: { anchor: at } });
      view.focus();
      const event = new InputEvent("beforeinput", { inputType: "insertText", data: "5", cancelable: true, bubbles: true });
      content.dispatchEvent(event);
      return [event.defaultPrevented, [...content.querySelectorAll(".is-number")].map((one) => one.textContent), view.state.selection.main.head - at];
    });
    expect(seen).toEqual([true, expect.arrayContaining(["9.815"]), 1]);
  });

  test("letters over what is chosen, brackets in pairs, undone as one", async ({ open }) => {
    const page = await open({ text: PENDULUM }), text = () => page.evaluate(() => window.studio.session.text);
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("# ab(");
    await expect.poll(text).toBe(`${PENDULUM}# ab()`);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("# z");
    await expect.poll(text).toBe(`${PENDULUM}# z`);
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(text).toBe(PENDULUM);
  });

  test("words and names are completed", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("output far = the");
    await expect(page.locator(".cm-tooltip-autocomplete li").first()).toContainText("theta");
    await page.waitForTimeout(150); // an offer is not taken in the moment in which it appears
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => window.studio.session.text)).toMatch(/output far = theta$/);
  });

  test("after a whole word Enter begins a line, whatever is offered", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("param b = 30 deg");
    await expect(page.locator(".cm-tooltip-autocomplete li").first()).toContainText("deg");
    await page.waitForTimeout(150); // later an offer would be taken
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => window.studio.session.text)).toMatch(/param b = 30 deg\n$/);
  });

  test("a name is explained under the pointer", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await page.locator("#editor .is-parameter").first().hover();
    await expect(page.locator(".cm-tooltip .told")).toContainText("1 m in [0.5 m, 3 m]");
  });

  test("the text is put in order", async ({ open }) => {
    const page = await open({ text: "coord   x=1\nkinetic T   = x'^2 /2\nsimulate until 1\ndraw ball at [x,0] radius 0.1\n" });
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("Shift+Alt+F");
    await expect.poll(() => page.evaluate(() => window.studio.session.text)).toContain("draw ball at [x, 0]");
  });
});

test.describe("by hand", () => {
  const text = (page) => page.evaluate(() => window.studio.session.text);

  test("a number of the text is dragged, and moved by keys", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    const number = page.locator("#editor .is-number").filter({ hasText: /^30$/ });
    await expect(number).toBeVisible();
    const { x, y, width, height } = await number.boundingBox();
    await page.keyboard.down("Alt");
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 50, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Alt");
    await expect.poll(() => text(page)).toContain("coord theta = 35 deg"); // fifty tenths
    await page.locator("#editor .cm-content").focus();
    await page.locator("#editor .is-number").filter({ hasText: /^35$/ }).click();
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("Control+ArrowDown");
    await expect.poll(() => text(page)).toContain("coord theta = 35.1 deg");
  });

  /** Drags what is at a point of the machine to another one. */
  async function drag(page, name, to) {
    const [from, target, box] = await page.evaluate(([body, place]) => {
      const { stage } = window.studio, shape = stage.run.shapes.find((one) => one.name === body && one.row.name === "ball");
      const first = (track) => (typeof track === "number" ? track : track[0]);
      return [stage.project({ x: first(shape.at.x), y: first(shape.at.y), z: 0 }), stage.project({ ...place, z: 0 }),
        document.querySelector("#stage canvas").getBoundingClientRect().toJSON()];
    }, [name, to]);
    await page.mouse.move(box.x + from.x, box.y + from.y);
    await page.mouse.down();
    await page.mouse.move(box.x + (from.x + target.x) / 2, box.y + (from.y + target.y) / 2);
    await page.mouse.move(box.x + target.x, box.y + target.y);
    await page.mouse.up();
  }

  test("a bob is dragged to where it shall start: the angle in the text follows", async ({ open }) => {
    const page = await open({ text: PENDULUM });
    await drag(page, "bob", { x: -Math.sin(Math.PI / 4), y: -Math.cos(Math.PI / 4) });
    await expect.poll(async () => Math.abs(Number(/theta = (\S+) deg/.exec(await text(page))[1]) + 45)).toBeLessThan(1);
    expect(await text(page)).toContain("param l = 1 m in");
  });

  test("where a coordinate starts at a parameter, that follows", async ({ open }) => {
    const page = await open({ text: BALL });
    await drag(page, "ball", { x: 0, y: 1.4 });
    await expect.poll(async () => Math.abs((await run(page)).parameters.h - 1.4)).toBeLessThan(0.02);
    expect(await text(page)).toContain("param h = 2 m");
  });
});

test.describe("first steps", () => {
  test("five texts, each of which runs", async ({ open }) => {
    const page = await open({ text: BALL });
    await page.getByRole("button", { name: "First steps" }).click();
    const tour = page.locator("#tour");
    for (let step = 1; step <= 5; step++) {
      await expect(tour).toContainText(`${step} of 5`);
      await expect(page.locator("#title")).toHaveText(step < 5 ? "My first pendulum" : "My double pendulum");
      await expect(page.locator("#stale")).toBeHidden();
      await expect(page.locator("#verdict")).not.toHaveClass(/bad/);
      if (step === 3) await keep(page, "tour");
      await tour.getByRole("button", { name: step < 5 ? "Next" : "Done" }).click();
    }
    await expect(tour).toBeHidden();
    await page.getByRole("button", { name: "First steps" }).click();
    await page.keyboard.press("Escape");
    await expect(tour).toBeHidden();
    await expect(page.getByRole("button", { name: "First steps" })).toBeFocused();
  });
});

test("someone new: from the opened page to a pendulum of one's own with two bobs, its equations, its link and its report", async ({ openNew, context, site }) => {
  const page = await openNew({ url: site.url });
  await page.locator("#file-menu summary").click();
  await afterRun(page, () => page.getByRole("button", { name: "New model" }).click());
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  // As it is typed, also where a line is not yet a machine: no word is completed into another one.
  await afterRun(page, () => page.keyboard.type("coord phi = 20 deg\nparticle second: mass m at bob + l*[sin(phi), -cos(phi)]\ndraw ball at second radius 0.08 m\n"));
  await expect(page.locator("#stale")).toBeHidden();
  await expect.poll(() => page.evaluate(() => window.studio.stage.run.shapes.filter((shape) => shape.row.name === "ball").length)).toBe(2);
  await page.getByRole("tab", { name: "Equations" }).click();
  await expect(page.locator("#formulas")).toContainText("ϕ"); // the second angle has its equation
  await afterRun(page, () => page.locator('.slider[data-name="l"] input[type="range"]').fill("1.5"));
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.locator("#share-link")).not.toHaveValue("");
  const link = await page.locator("#share-link").inputValue();
  await page.keyboard.press("Escape");
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForFunction(() => window.studio?.stage && window.studio.live.isAtRest);
  expect((await run(other)).parameters.l).toBe(1.5);
  await expect(other.locator("#editor")).toContainText("particle second");
  await page.locator("#file-menu summary").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the report (html)" }).click()]);
  expect(download.suggestedFilename()).toBe("mine.html");
  const report = test.info().outputPath("mine.html");
  copyFileSync(await download.path(), report);
  await other.goto(pathToFileURL(report).href);
  await expect(other.locator("#stage canvas")).toBeVisible();
  await expect(other.locator("#title")).toHaveText("My machine");
  await other.close();
});

test.describe("the trebuchet form", () => {
  const figure = (page, title) => page.locator("#trebuchet .figure", { hasText: title }).locator("dd");

  test("shows the throw, in metres and in feet", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await page.getByLabel("Units").selectOption("metric");
    await expect(figure(page, "range")).toContainText("203.6");
    await expect(figure(page, "greatest load on the axle")).toContainText(/N\b/);
    await keep(page, "form");
    await page.getByLabel("Units").selectOption("feet");
    await expect(figure(page, "range")).toContainText("ft");
    await expect(page.locator('#trebuchet input[name="long"]')).toHaveValue("14");
    await expect(figure(page, "range")).toContainText(/6\d\d/);
  });

  test("other units leave a machine that was changed as it is", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await page.getByLabel("Units").selectOption("metric");
    await page.getByLabel("Kind of machine").selectOption("whipper");
    await expect(figure(page, "range")).toContainText("217.8");
    await page.locator('#trebuchet input[name="sling"]').fill("2.64");
    await expect(figure(page, "range")).not.toContainText("217.8");
    const metres = parseFloat(await figure(page, "range").textContent());
    await page.getByLabel("Units").selectOption("feet");
    await expect(figure(page, "range")).toContainText("ft");
    await expect(page.locator('#trebuchet input[name="sling"]')).toHaveValue("8.6614");
    expect(Math.abs(0.3048 * parseFloat(await figure(page, "range").textContent()) - metres)).toBeLessThan(0.01 * metres);
    await expect(figure(page, "direction at release")).toContainText("°");
  });

  test("every machine throws", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await page.getByLabel("Units").selectOption("metric");
    for (const [kind, range] of Object.entries({ fixed: "129.3", propped: "257.", floating: "125", whipper: "217.8", hinged: "203.6" })) {
      await page.getByLabel("Kind of machine").selectOption(kind);
      await expect(figure(page, "range")).toContainText(range);
      await expect(page.locator("#trebuchet .trouble")).toBeHidden();
    }
    await page.getByLabel("What it throws", { exact: true }).selectOption("piano");
    await expect(page.locator('#trebuchet input[name="stone_mass"]')).toHaveCount(0);
  });

  test("what can be done stands in one line at the usual size of a window", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await expect(figure(page, "range")).toContainText(/\d/);
    const tops = await page.locator("#trebuchet .form-right > .row button").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(tops.length).toBe(3);
    expect(new Set(tops).size).toBe(1);
  });

  test("the close-up has the sling in it, loads are numbers that can be read", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.evaluate(() => {
      const { stroke, clearRect } = CanvasRenderingContext2D.prototype;
      Object.assign(CanvasRenderingContext2D.prototype, {
        clearRect(...box) { this.canvas.inks = new Set(); clearRect.apply(this, box); },
        stroke(...path) { this.canvas.inks?.add(this.strokeStyle); stroke.apply(this, path); },
      });
    });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await expect(figure(page, "range")).toContainText(/\d/);
    const inks = () => page.locator("#trebuchet canvas").evaluate((canvas) => [...canvas.inks]);
    const afterwards = await inks();
    await page.getByLabel("Close up").check();
    await expect.poll(async () => (await inks()).filter((ink) => !afterwards.includes(ink)).length).toBe(1); // the rope's
    await page.getByLabel("Units").selectOption("metric");
    await page.locator('#trebuchet input[name="weight"]').fill("60000");
    await expect(page.locator("#trebuchet .small")).toContainText(/axle\d[\d.]{1,4}\u202fMN/); // of 60 t
  });

  test("a close-up of what rests shows the machine as it lets go", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await expect(figure(page, "range")).toContainText(/\d/);
    const picture = () => page.locator("#trebuchet canvas").evaluate((canvas) => canvas.toDataURL());
    const whole = await picture();
    await page.getByLabel("Close up").check();
    await expect.poll(picture).not.toBe(whole);
    await page.getByLabel("Close up").uncheck();
    await expect.poll(picture).toBe(whole);
  });

  test("the form stays in its place whichever machine is chosen, and on a phone begins with the choice", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    const kind = page.getByLabel("Kind of machine"), top = async (place) => (await place.boundingBox()).y;
    const tops = [];
    for (const name of ["hinged", "fixed", "propped", "floating", "whipper"]) {
      await kind.selectOption(name);
      tops.push(await top(kind));
    }
    expect(new Set(tops).size).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await top(kind)).toBeLessThan(await top(page.locator("#trebuchet .form-stage")));
    expect(await top(page.locator("#trebuchet .large"))).toBeLessThan(await top(page.locator("#trebuchet .fields")));
    await expect(page.locator("#trebuchet .large .figure").first()).toBeInViewport();
    expect(await page.locator("#trebuchet-body").evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0);
  });

  test("the optimum throws farther, and the model is exactly this machine", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await page.getByLabel("Units").selectOption("metric");
    await expect(figure(page, "range")).toContainText("203.6"); // no longer the one in feet
    await page.locator('#trebuchet input[name="slip"]').fill("60");
    await expect(figure(page, "range")).not.toContainText("203.6");
    await expect(figure(page, "range")).toContainText(/\d\s*m/);
    const before = parseFloat(await figure(page, "range").textContent());
    await page.getByRole("button", { name: "Find the best sling and release" }).click();
    await expect(page.locator("#trebuchet [role=status]")).toContainText("The best of");
    const best = parseFloat(await figure(page, "range").textContent());
    expect(best).toBeGreaterThan(before);
    expect(best).toBeGreaterThanOrEqual(203.6); // the usual machine is one of those that are searched
    const sling = await page.locator('#trebuchet input[name="sling"]').inputValue();
    await afterRun(page, () => page.getByRole("button", { name: "Show me the model" }).click());
    await expect(page.locator("#trebuchet")).toBeHidden();
    await expect.poll(async () => (await run(page)).parameters.sling).toBeCloseTo(Number(sling), 9);
    expect(Math.abs((await run(page)).reports.range - best)).toBeLessThan(0.06);
  });

  test("what cannot be built is told", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    await page.getByRole("button", { name: "Trebuchet" }).click();
    await page.locator('#trebuchet input[name="height"]').fill("1000");
    await expect(page.locator("#trebuchet .trouble")).toBeVisible();
  });
});

test("a motion in space that is known farther fills the picture again", async ({ open }) => {
  const page = await open({ text: "coord x = 0, y = 0, z = 1\ninitial x' = 3\ngravity 9\nparticle p: mass 1 at [x, y, z]\nsimulate until 1\ndraw ball at p radius 0.1\n" });
  await page.waitForFunction(() => window.studio.stage.scene?.camera.distance > 0); // in space
  const [fitted, again, chosen] = await page.evaluate(() => {
    const { stage } = window.studio, { camera } = stage.scene, fitted = camera.distance;
    camera.distance /= 5; // as if the run had come less far when it was shown first
    stage.load(stage.run, "more");
    const again = camera.distance;
    stage.scene.zoom(2);
    stage.load(stage.run, "more");
    return [fitted, again, camera.distance];
  });
  expect(again).toBeCloseTo(fitted, 6);
  expect(chosen).toBeCloseTo(fitted / 2, 6);
});

test("the engine begins with the model before the studio's own script is read, and colours the text after the first picture", async ({ openNew, page }) => {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      const isRead = document.head.lastElementChild.nodeName === "SCRIPT", hasBegun = document.body.classList.contains("begun");
      (window.posted ??= []).push([message.request?.kind ?? "code", isRead, hasBegun]);
      return post.call(this, message, ...more);
    };
  });
  await openNew({ text: PENDULUM });
  await page.locator(".is-keyword").first().waitFor();
  const posted = (wanted) => page.evaluate((one) => window.posted.filter(([kind]) => kind === one), wanted);
  expect(await posted("run")).toEqual([["run", false, false]]); // and its answer is not asked for again
  const [first] = await posted("language");
  expect(first).toEqual(["language", true, true]);
});

test("numbers that do not fit into their field are shown with fewer digits", async ({ open }) => {
  const page = await open({ text: "param GM = 3.986004418e14 m^3/s^2\nparam a = 0.123456789 m\ncoord x = a\nkinetic T = x'^2*(1 kg)/2\nsimulate until 1 s\ndraw ball at [x, 0 m] radius 0.1 m\n" });
  const shown = (name) => page.locator(`.slider[data-name="${name}"] input[type=number]`).inputValue();
  expect([await shown("GM"), await shown("a")]).toEqual(["3.986e14", "0.1234568"]);
});

test.describe("numbers at once", () => {
  /** The page itself can run the present model; it may still hold the one before it. */
  const near = (page) => page.waitForFunction(() => {
    const { live, session } = window.studio;
    return live.isAtRest && live.near.isOf(session);
  });

  test("a step of a slider is drawn by the page itself, with the numbers that a worker finds", async ({ open }) => {
    const page = await open({ text: BALL });
    await near(page);
    const [pictures, here] = await page.evaluate(() => {
      const before = window.studio.runs, range = document.querySelector(".slider input[type=range]");
      range.value = String((Number(range.min) + Number(range.max)) / 2 + Number(range.step));
      range.dispatchEvent(new Event("input", { bubbles: true }));
      return [window.studio.runs - before, window.studio.stage.run.reports.map((report) => report.value)];
    });
    expect(pictures).toBe(1);
    const there = await page.evaluate(async () => {
      const { live, client } = window.studio, { scene } = await client.ask({ ...live.request(), slot: "test", run: { frames: true } });
      return JSON.parse(scene.words).reports.map((report) => report.value);
    });
    expect(here).toEqual(there);
  });

  test("a digit is drawn at once, and the text is read as a whole after it", async ({ open }) => {
    const page = await open({ text: BALL });
    await near(page);
    const text = await page.evaluate(() => window.studio.session.text), at = text.indexOf("2 m") + 1;
    const before = await run(page);
    await page.locator("#editor .cm-content").press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    for (let i = 0; i < text.indexOf("\n") - at; i++) await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("5");
    await expect.poll(() => page.evaluate(() => window.studio.session.mild?.dial)).toEqual({ name: "h", value: "25 m" });
    await page.waitForFunction(() => window.studio.live.isAtRest);
    const after = await run(page);
    expect(after).not.toEqual(before);
    expect(after.parameters).toEqual({ h: 25 });
  });

  test("a first run that took long, for nothing was warm, is followed by the page itself too", async ({ openNew }) => {
    const page = await openNew({ text: BALL });
    expect(await page.evaluate(async () => {
      const { live: { near }, session } = window.studio;
      const seen = [];
      Object.assign(near, { isWarm: false, read: () => seen.push("read") });
      near.forget();
      near.prepare(session, { status: 0, took: 600 }, 0);
      await new Promise((done) => setTimeout(done, 50));
      near.prepare(session, { status: 0, took: 600 }, 0);
      await new Promise((done) => setTimeout(done, 50));
      return seen;
    })).toEqual(["read"]);
  });

  test("letters of a label wait for the text to be read as a whole, and are those that stay", async ({ open }) => {
    const page = await open({ text: BALL });
    await near(page);
    const place = await page.evaluate(() => window.studio.session.text.split("\n").findIndex((line) => line.startsWith("report")));
    expect(place).toBeGreaterThan(0);
    const labels = () => page.evaluate(() => window.studio.stage.run.reports[0].label);
    const before = await labels();
    await page.locator("#editor .cm-content").press("ControlOrMeta+Home");
    for (let i = 0; i < place; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    const asked = await page.evaluate(() => {
      const { client } = window.studio, { ask } = client;
      let runs = 0;
      client.ask = (request, ...more) => (request.kind === "run" && runs++, ask.call(client, request, ...more));
      for (const letter of "yz") document.execCommand("insertText", false, letter);
      client.ask = ask;
      return runs;
    });
    expect(asked).toBe(0);
    await expect.poll(labels).toBe(`${before}yz`);
    await page.waitForFunction(() => window.studio.live.isAtRest);
    // What a slider moves then has the new label too.
    const seen = await page.evaluate(async () => {
      const { live: { near }, session, stage } = window.studio, told = [];
      while (!near.model) await new Promise((done) => setTimeout(done, 20));
      session.set({ h: "3 m" });
      told.push(stage.run.reports[0].label);
      return told;
    });
    expect(seen).toEqual([`${before}yz`]);
  });

  test("spaces change no picture", async ({ open }) => {
    const page = await open({ text: BALL });
    await near(page);
    await page.locator("#editor .cm-content").press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    const [draws, source] = await page.evaluate(async () => {
      const { stage } = window.studio, load = stage.load;
      let count = 0;
      stage.load = (...given) => (count++, load.apply(stage, given));
      for (let i = 0; i < 3; i++) document.execCommand("insertText", false, " ");
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const drawn = count;
      stage.load = load;
      return [drawn, stage.run.source];
    });
    // With the first one the page finds out what it shows.
    expect([draws, source]).toEqual([1, BALL.replace("\n", "   \n")]);
  });
});
