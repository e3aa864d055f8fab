// Pages of studies as the program writes them: what is chosen in one view is chosen in all, by hand, by keys and on a phone.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, faults, keep, settled, test } from "./stand.mjs";

const tool = process.env.LGR_TOOL;

/** A throw whose range is v^2 sin(2 a)/g; its words try to leave their places. */
const THROW = `model throw "A throw </script><img src=x onerror='window.broken=1'>"
param v = 20 m/s in [5 m/s, 20 m/s] "</script><b>speed", a = 30 deg in [5 deg, 85 deg]
coord x = 0 m, y = 0 m
gravity 10 m/s^2
particle stone: mass 1 kg at [x, y]
initial x' = v*cos(a), y' = v*sin(a)
event landing when y < 0 m { stop }
report range = at(landing, x)
report impact = at(landing, sqrt(x'^2 + y'^2))
simulate until 20 s
`;

/** Runs the tool on that model; gives the folder of its files. */
function study(...words) {
  const folder = join(test.info().project.outputDir, "designs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "throw.lgr"), THROW);
  execFileSync(tool, [words[0], "throw.lgr", ...words.slice(1)], { stdio: "pipe", cwd: folder });
  return folder;
}

const chosen = (page) => page.evaluate(() => window.designs.selection.count);
const rows = (page) => page.locator("#best tbody tr");

test("a sweep: the best design is drawn, and ranges choose in all views", async ({ show, page }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const folder = study("sweep", "--vary", "v=5..20:16", "--vary", "a=5deg..85deg:17", "--subject", "impact < 18 m/s", "--maximize", "range",
    "--report", "sweep.html", "-o", "sweep.csv", "--quiet");
  const [, ...lines] = readFileSync(join(folder, "sweep.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  const best = lines.filter((x) => x[5] === "1").sort((a, b) => Number(b[3]) - Number(a[3]))[0];
  await show(join(folder, "sweep.html"));
  await expect(page.locator("h1")).toContainText("A throw </script><img");
  expect(await page.evaluate(() => window.broken)).toBe(undefined);
  await expect(page.locator("#drawn")).toHaveText(`Design ${best[0]}`);
  await expect(rows(page).first().locator("button")).toHaveText(best[0]);
  await expect(page.locator("#chosen")).toContainText("272 of 272 designs");
  await page.locator("details summary", { hasText: "Ranges" }).click();
  await page.getByLabel("greatest of v").fill("10");
  await page.getByLabel("greatest of v").press("Enter");
  expect(await chosen(page)).toBe(lines.filter((x) => Number(x[1]) <= 10).length);
  await page.locator("#sense").selectOption("least");
  const least = Math.min(...lines.map((x) => Number(x[3])));
  await expect(rows(page).first().locator("td").nth(2)).toHaveText(Number(least.toPrecision(5)).toString());
  await page.locator("#clear").click();
  expect(await chosen(page)).toBe(272);
  // Along the axis of v, the first: from its middle upwards.
  const axes = await page.locator("#axes").boundingBox();
  await page.mouse.move(axes.x + 52, axes.y + axes.height / 2);
  await page.mouse.down();
  await page.mouse.move(axes.x + 52, axes.y + 30, { steps: 3 });
  await page.mouse.up();
  const some = await chosen(page);
  expect(some).toBeGreaterThan(90);
  expect(some).toBeLessThan(180);
  await expect(page.getByLabel("least of v")).not.toHaveValue("");
  // A dot that is clicked is picked out everywhere.
  await page.locator("#clear").click();
  await rows(page).nth(3).locator("button").click();
  await expect(rows(page).nth(3)).toHaveClass("picked");
  await settled(page);
});

test("fronts and optima: the front is listed first and can stand alone", async ({ show, page }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const folder = study("optimize", "--maximize", "range", "--minimize", "impact", "--over", "v,a", "--points", "6", "-o", "front.html", "--quiet");
  await show(join(folder, "front.html"));
  const count = await page.evaluate(() => window.designs.data.front.size);
  expect(count).toBeGreaterThan(3);
  await page.getByLabel("Front only").check();
  expect(await chosen(page)).toBe(count);
  await expect(rows(page)).toHaveCount(count);
  for (const cells of await rows(page).all()) await expect(cells.locator("th")).toContainText("front");
  await expect(page.locator("#scatter-y option:checked")).toContainText("impact");
});

test("ten thousand designs stay far below two megabytes", async ({ show, page }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const folder = study("sweep", "--vary", "v=5..20:100", "--vary", "a=5deg..85deg:100", "--report", "many.html", "--quiet");
  expect(statSync(join(folder, "many.html")).size).toBeLessThan(900_000);
  await show(join(folder, "many.html"));
  expect(await chosen(page)).toBe(10000);
});

test("a study in pictures, wide and on a phone, light and dark: nothing that axe finds fault with", async ({ show, page }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const folder = study("sweep", "--vary", "v=5..20", "--vary", "a=5deg..85deg", "--sample", "300", "--report", "sample.html", "--quiet");
  await show(join(folder, "sample.html"));
  for (const theme of ["light", "dark"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await keep(page, `designs-wide-${theme}`, { fullPage: true });
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await keep(page, `designs-phone-${theme}`, { fullPage: true });
    await page.locator("#theme").click();
    await settled(page);
  }
});
