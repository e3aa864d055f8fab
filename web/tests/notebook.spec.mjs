// The page of equations as the program writes it: derivation, small motions, equilibria behind the machine; on a phone and in the dark.
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, faults, keep, settled, test } from "./stand.mjs";

const tool = process.env.LGR_TOOL, examples = process.env.LGR_EXAMPLES;

/** A pendulum whose words try to leave their places. */
const PENDULUM = `model pendulum "A pendulum </script><img src=x onerror='window.broken=1'>"
param l = 1 m in [0.5 m, 2 m] "</script><b>length", g = 9.81 m/s^2
coord theta = 0.4 rad "<b>angle</b>"
gravity g
particle bob: mass 2 kg at l*[sin(theta), -cos(theta)]
draw beam from [0 m, 0 m] to bob
draw ball at bob
simulate until 3 s
`;

/** Writes the page of a model without the engine, as every build can; gives its path. */
function page(name, model, ...words) {
  const folder = join(test.info().project.outputDir, "notebook"), file = join(folder, `${name}.html`);
  mkdirSync(folder, { recursive: true });
  execFileSync(tool, ["derive", model, "-o", file, ...words], { stdio: "pipe", cwd: folder, env: { ...process.env, LAGRANGIA_STUDIO: "/nowhere/studio.html" } });
  return file;
}

function pendulum(...words) {
  const folder = join(test.info().project.outputDir, "notebook");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pendulum.lgr"), PENDULUM);
  return page("pendulum", "pendulum.lgr", ...words);
}

test.beforeEach(() => test.skip(!tool, "LGR_TOOL names no tool"));

test("derivation, small motions, equilibria and conserved quantities stand on the page", async ({ show, page: shown }) => {
  const file = pendulum();
  expect(statSync(file).size).toBeLessThan(200_000);
  await show(file);
  await expect(shown.locator("h1")).toContainText("A pendulum </script><img");
  expect(await shown.evaluate(() => window.broken)).toBe(undefined);
  const steps = await shown.locator("#derivation h2").allTextContents();
  expect(steps).toContain("Step: derivatives of the Lagrangian");
  expect(steps).toContain("Equations of motion");
  expect(await shown.locator("#derivation math").count()).toBeGreaterThan(8);
  expect(await shown.locator("#linear h2").allTextContents()).not.toContain("Energies");
  await expect(shown.locator("#linear")).toContainText("stiffness");
  await expect(shown.locator(".equilibrium")).toHaveCount(2);
  await expect(shown.locator(".equilibrium").first()).toContainText("stable");
  await expect(shown.locator(".equilibrium").first()).toContainText("0.49849"); // sqrt(g/l)/(2 pi)
  await expect(shown.locator(".equilibrium").last()).toContainText("180°");
  await expect(shown.locator(".law strong")).toHaveText(["energy"]);
  await expect(shown.locator("#sliders")).toContainText("1\u202fm");
  await expect(shown.locator("#sliders input")).toHaveCount(0);
  await expect(shown.locator("#as-written")).toBeVisible();
});

test("the values that were given and the form that was asked for are those of the page", async ({ show, page: shown }) => {
  await show(pendulum("--set", "l=2 m", "--form", "hamilton"));
  await expect(shown.locator("#sliders")).toContainText("2\u202fm");
  await expect(shown.locator(".equilibrium").first()).toContainText("0.35248");
  expect((await shown.locator("#derivation h2").allTextContents()).join()).toContain("amilton");
});

test("equilibria that are ticked are drawn behind the machine", async ({ show, page: shown }) => {
  await show(pendulum());
  const picture = async () => (await settled(shown), shown.locator("#stage canvas").evaluate((canvas) => canvas.toDataURL()));
  expect(await shown.evaluate(() => window.notebook.machine.ghosts)).toBe(2);
  const both = await picture();
  await shown.getByLabel("Draw 2. Equilibrium").uncheck();
  expect(await shown.evaluate(() => window.notebook.machine.ghosts)).toBe(1);
  expect(await picture()).not.toBe(both);
});

test("a model of parameters without numbers has its equations, and says why there is no more", async ({ show, page: shown }) => {
  const folder = join(test.info().project.outputDir, "notebook");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "open.lgr"), PENDULUM.replace("l = 1 m in [0.5 m, 2 m]", "l in m"));
  await show(page("open", "open.lgr"));
  await expect(shown.locator("#derivation math").first()).toBeVisible();
  await expect(shown.locator("#machine")).toBeHidden();
  await expect(shown.locator("#equilibria-none")).toContainText("without numbers");
});

for (const [name, model] of [["double", "pendulum/double.lgr"], ["top", "space/lagrange-top.lgr"], ["governor", "linkage/governor.lgr"]])
  test(`${name} in pictures, wide and on a phone, light and dark: nothing that axe finds fault with`, async ({ show, page: shown }) => {
    test.slow(); // pictures of space are painted by the processor
    await show(page(name, join(examples, model)));
    for (const theme of ["light", "dark"]) {
      await shown.setViewportSize({ width: 1440, height: 900 });
      await keep(shown, `notebook-${name}-wide-${theme}`);
      expect(await faults(shown)).toEqual([]);
      await shown.setViewportSize({ width: 390, height: 844 });
      await settled(shown);
      expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await keep(shown, `notebook-${name}-phone-${theme}`, { fullPage: name === "double" });
      await shown.locator("#theme").click();
      await settled(shown);
    }
  });

for (const model of ["contact/billiards", "machine/excavator", "rope/crane", "vehicle/abs"])
  test(`on a desktop no formula of ${model} has to be scrolled`, async ({ show, page: shown }) => {
    await shown.setViewportSize({ width: 1280, height: 900 });
    await show(page(model.replace("/", "-"), join(examples, `${model}.lgr`)));
    await settled(shown);
    const wide = () => shown.evaluate(() => [...document.querySelectorAll(".scroll")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.slice(0, 60)));
    await expect.poll(wide).toEqual([]);
  });
