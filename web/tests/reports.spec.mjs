// Pages as the program writes them: all that they hold is understood, and every panel can be looked at.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, keep, seek, test } from "./stand.mjs";

const tool = process.env.LGR_TOOL;
const examples = process.env.LGR_EXAMPLES ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "examples");
const MODELS = ["trebuchet/hinged", "space/lagrange-top", "contact/bouncing-ball", "linkage/four-bar", "springs/elastic-pendulum",
  "orbit/pleiades", "linkage/bricard", "rolling/disk"];
/** How large the pages of these may be. */
const SIZES = { "trebuchet/hinged": 250_000, "space/lagrange-top": 250_000 };

const folderOf = () => {
  const folder = join(test.info().project.outputDir, "reports");
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** Runs a model; gives the page that the program wrote, and the rows of the run by name. */
function report(path, name) {
  const [file, csv] = [join(folderOf(), `${name}.html`), join(folderOf(), `${name}.csv`)];
  execFileSync(tool, ["run", path, "--quiet", "-o", file, "-o", csv], { stdio: "pipe" });
  const [head, ...lines] = readFileSync(csv, "utf8").trim().split("\n").map((line) => line.split(","));
  const rows = lines.map((line) => Object.fromEntries(head.map((title, i) => [title.replace(/ \[.*\]$/, ""), line[i] === "" ? NaN : Number(line[i])])));
  return { file, rows };
}

/** The largest error of what the page shows of a quantity at the times of some rows, beside its range. */
const errors = (page, rows) => page.evaluate((all) => {
  const { run, value } = window.lagrangia;
  const largest = (group) => Math.max(...run.columns.filter((c) => c.group === group && c.name in all[0])
    .flatMap((c) => all.map((row) => Math.abs(row[c.name]) || 0)));
  return run.columns.filter((c) => c.name in all[0]).map((column) => {
    const known = all.map((row) => row[column.name]).filter(Number.isFinite);
    const range = Math.max(...known) - Math.min(...known);
    const size = Math.max(...known.map(Math.abs));
    const away = all.map((row) => Math.abs(value(column.values, row.t) - row[column.name])).filter(Number.isFinite);
    // What is rounding beside the largest of its kind is shown as 0.
    return { name: column.name, error: Math.max(0, ...away) / Math.max(range > 1e-6 * size ? range : size, 1e-7 * largest(column.group), 1e-300) };
  });
}, rows);

for (const model of MODELS) {
  test(`the report of ${model}`, async ({ show }) => {
    test.skip(!tool, "LGR_TOOL names no tool");
    const { file, rows } = report(join(examples, `${model}.lgr`), model.replace("/", "-"));
    if (SIZES[model]) expect(statSync(file).size).toBeLessThan(SIZES[model]);
    const page = await show(file);
    expect(await page.evaluate(() => window.lagrangia.run.complaints)).toEqual([]);
    // Frames are left out only where the curves between the others pass them. Jumps, of which the rows have both sides, aside.
    const jumps = new Set(rows.map((r) => r.t).filter((t, i, all) => t === all[i + 1]));
    const some = rows.filter((row, i) => !jumps.has(row.t) && i % Math.ceil(rows.length / 300) === 0);
    const far = (await errors(page, some)).filter((one) => !(one.error < 2.5e-3));
    expect(far).toEqual([]);
    const [start, end] = [rows[0].t, rows[rows.length - 1].t];
    expect(await page.evaluate(() => [window.lagrangia.clock.start, window.lagrangia.clock.end])).toEqual([start, end]);
    await seek(page, start + 0.12 * (end - start));
    await keep(page, `report-${model.replace("/", "-")}`);
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await expect(page.locator("[role=tabpanel]:visible")).not.toBeEmpty();
    }
  });
}

test("a run of 1000 s keeps the lengths of its rods within half a pixel, and is no larger than others", async ({ show }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const model = join(folderOf(), "swing.lgr");
  writeFileSync(model, `coord a = 2.5 rad, b = 1 rad
let P = [sin(a), -cos(a)]*(1 m), Q = P + [sin(b), -cos(b)]*(0.5 m)
gravity 9.81 m/s^2
particle p: mass 1 kg at P
particle q: mass 0.5 kg at Q
draw beam from [0 m, 0 m] to P
draw beam from P to Q
simulate until 1000 s
`);
  const file = join(folderOf(), "swing.html");
  execFileSync(tool, ["run", model, "--quiet", "-o", file, "--tolerance", "1e-6"], { stdio: "pipe" });
  const page = await show(file);
  expect(statSync(file).size).toBeLessThan(1_500_000);
  expect(await page.evaluate(() => window.lagrangia.clock.pace)).toBe(1);
  const worst = await page.evaluate(() => {
    const { run, value, project } = window.lagrangia;
    const pixel = project({ x: 1, y: 0, z: 0 }).x - project({ x: 0, y: 0, z: 0 }).x;
    const at = (place, t) => [value(place.x, t), value(place.y, t)];
    let most = 0;
    for (let i = 0; i < 20000; i++) {
      const t = (1000 * (i + 0.5)) / 20000;
      run.shapes.filter((s) => s.kind === "beam").forEach((rod, k) => {
        const [p, q] = [at(rod.from, t), at(rod.to, t)];
        most = Math.max(most, Math.abs(Math.hypot(q[0] - p[0], q[1] - p[1]) - [1, 0.5][k]) * pixel);
      });
    }
    return most;
  });
  expect(worst).toBeLessThan(0.5);
});

test("figures and films have the colours of the page", () => {
  const read = (path) => readFileSync(join(process.env.LGR_SOURCE ?? join(dirname(fileURLToPath(import.meta.url)), "..", ".."), path), "utf8");
  const theme = read("web/shared/theme.css").split(":root[data-theme")[0];
  const colours = [...read("src/out/drawing/palette.h").matchAll(/#define PALETTE_(\w+) 0x(\w+)/g)];
  expect(colours.length).toBeGreaterThan(10);
  for (const [, name, colour] of colours) expect(theme).toContain(`--${name.toLowerCase().replace("_", "-")}: #${colour};`);
  const series = [...read("src/out/drawing/svg.c").matchAll(/\.s(\d)\{stroke:(#\w+)/g)];
  expect(series.length).toBe(6);
  for (const [, k, colour] of series) expect(theme).toContain(`--series-${Number(k) + 1}: ${colour};`);
});
