// Pages as the program writes them: all that they hold is understood, and every panel can be looked at.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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

test("a machine that travels in space is looked at near by, and all of its way can be seen", async ({ show }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const page = await show(report(join(examples, "rolling", "bicycle.lgr"), "bicycle").file), framing = page.locator("#framing");
  /** How far apart the wheels are, in pixels, and how far the middle between them is from the middle of the picture. */
  const wheels = () => page.evaluate(() => {
    const { run, value, project, clock } = window.lagrangia, t = clock.cursor.time, box = document.querySelector("#stage").getBoundingClientRect();
    const [a, b] = run.shapes.slice(0, 2).map(({ at }) => project({ x: value(at.x, t), y: value(at.y, t), z: value(at.z, t) }));
    return { apart: Math.hypot(a.x - b.x, a.y - b.y), away: Math.hypot((a.x + b.x) / 2 - box.width / 2, (a.y + b.y) / 2 - box.height / 2) };
  });
  await expect(framing).toHaveValue("moment");
  for (const t of [0.2, 1.5, 2.9]) {
    await seek(page, t);
    await expect.poll(wheels).toEqual({ apart: expect.closeTo(180, -2.1), away: expect.closeTo(0, -2) });
  }
  await keep(page, "report-bicycle");
  await framing.selectOption("whole");
  await expect.poll(async () => (await wheels()).apart).toBeLessThan(60);
  await framing.selectOption("moment");
  await expect.poll(async () => (await wheels()).apart).toBeGreaterThan(120);
});

test("a page whose model draws nothing says so", async ({ show }) => {
  test.skip(!tool, "LGR_TOOL names no tool");
  const { file } = report(join(examples, "components", "gears.lgr"), "gears");
  await show(file).then((page) => page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D, write = prototype.fillText;
    prototype.fillText = function (words, ...more) {
      (window.written ??= []).push(words);
      return write.call(this, words, ...more);
    };
    window.lagrangia.clock.seek(1);
  }).then(() => expect.poll(() => page.evaluate(() => window.written)).toContainEqual(expect.stringContaining("draws nothing"))));
});

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
      run.shapes.filter((s) => s.to).forEach((rod, k) => {
        const [p, q] = [at(rod.at, t), at(rod.to, t)];
        most = Math.max(most, Math.abs(Math.hypot(q[0] - p[0], q[1] - p[1]) - [1, 0.5][k]) * pixel);
      });
    }
    return most;
  });
  expect(worst).toBeGreaterThan(0);
  expect(worst).toBeLessThan(0.5);
});

const source = process.env.LGR_SOURCE ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The rows of a table of src/scene as the bundler reads them. */
async function tableOf(name) {
  const { rowsOf } = await import(pathToFileURL(join(source, "web", "shared", "tables.mjs")).href);
  return rowsOf(readFileSync(join(source, "src", "scene", name), "utf8"));
}

const hex = (number) => `#${number.toString(16).padStart(6, "0")}`;

test("tables are read as the compiler reads them, and mistakes in them are not", async () => {
  const { rowsOf } = await import(pathToFileURL(join(source, "web", "shared", "tables.mjs")).href);
  expect(rowsOf('/* A(1) */ A(B | C, "x, \\"y\\")", -0.5, 0x1F,\n P(1, 2)) /* 2 */ B(C)')).toEqual([["A", "B|C", 'x, "y")', -0.5, 31, ["P", 1, 2]], ["B", "C"]]);
  for (const wrong of ["A(1", "A(1,)", "A(1 2)", "A(%)", "A(,1)"]) expect(() => rowsOf(wrong), wrong).toThrow();
});

test("pages have the colours of figures and films, light and dark", async ({ show, page }) => {
  const colours = await tableOf("palette.inc");
  expect(colours.length).toBeGreaterThan(20);
  await page.emulateMedia({ colorScheme: "light" });
  await show({});
  for (const column of [3, 4]) {
    const had = await page.evaluate((names) => names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()), colours.map((row) => row[2]));
    expect(had).toEqual(colours.map((row) => hex(row[column])));
    await page.locator("#theme").click();
  }
});

/** The words of a part before its ink. */
const isDrawn = ([, when], words) => when === "ALWAYS" || when.split("|").every((word) => words.includes(word));

/** A model in which every shape that 'draw' knows is drawn as in its example, and moves. */
function everyShape(shapes, space) {
  const point = (text) => (space === 3 ? text.replace(/\[([^\]]*)\]/g, "[$1, 0.1]") : text);
  const samples = shapes.filter((row) => row[5]).map((row) => row[5].split("'")[0].replace(/\b0\.(\d) m/g, "0.$1"));
  return `coord phi = 0.4
param R = 0.3
initial phi' = 1
kinetic T = phi'^2/2
let P = ${point("[cos(phi), sin(phi)]")}
${samples.map(point).join("\n")}
simulate until 0.1
`;
}

/** Notes in the page what is drawn in which colour, stroke by stroke, and with how many points lines are. */
const listen = (page) => page.evaluate(() => {
  const [strokes, lines] = [[], []];
  const hear = (type, name, note) => {
    const method = type.prototype[name];
    type.prototype[name] = function (...all) {
      note(this, all);
      return method.apply(this, all);
    };
  };
  let count = 0;
  hear(CanvasRenderingContext2D, "beginPath", () => (count = 0));
  hear(CanvasRenderingContext2D, "lineTo", () => count++);
  hear(CanvasRenderingContext2D, "stroke", (pen) => (strokes.push(`line ${pen.strokeStyle}`), lines.push([pen.strokeStyle, count + 1])));
  hear(CanvasRenderingContext2D, "fill", (pen) => strokes.push(`solid ${pen.fillStyle}`));
  hear(WebGL2RenderingContext, "uniform4f", (_, [, ...rgb]) => strokes.push(`space #${rgb.slice(0, 3).map((x) => Math.round(255 * x).toString(16).padStart(2, "0")).join("")}`));
  window.heard = () => ({ strokes: strokes.join(", "), lines });
});

const EDGE = "BEAM_EDGE";
/** The strokes of a part on a canvas, from its colours; the classes of its marks on paper. */
const IN_PLANE = {
  LINE: (ink) => [`line ${ink}`], BAR: (ink, edge) => [`line ${edge}`, `line ${ink}`], COIL: (ink) => [`line ${ink}`], RING: (ink) => [`line ${ink}`],
  BALL: (ink, edge) => [`solid ${ink}`, `line ${edge}`], BOX: (ink, edge) => [`solid ${ink}`, `line ${edge}`], LEVEL: (ink) => [`line ${ink}`], TRAIL: () => [],
};
const ON_PAPER = {
  LINE: (ink) => [ink], BAR: (ink, edge) => [edge, ink], COIL: (ink) => [ink], RING: (ink) => [ink], BALL: (ink) => [`solid-${ink}`],
  BOX: (ink, _, space) => Array(space === 3 ? 3 : 1).fill(`solid-${ink}`), LEVEL: (ink) => [ink], TRAIL: () => [],
};

for (const space of [2, 3]) {
  test(`every shape that can be written is drawn on paper and in pages in ${space} dimensions, with all its parts`, async ({ show }) => {
    test.skip(!tool, "LGR_TOOL names no tool");
    const [shapes, colours] = [(await tableOf("shapes.inc")).filter((row) => row[0] === "SHAPE"), await tableOf("palette.inc")];
    const [model, html, svg] = ["lgr", "html", "svg"].map((ending) => join(folderOf(), `every-${space}.${ending}`));
    writeFileSync(model, everyShape(shapes, space));
    execFileSync(tool, ["run", model, "--quiet", "-o", html, "-o", svg], { stdio: "pipe" });
    const page = await show(html);
    await listen(page);
    await seek(page, 0.05);
    expect(await page.evaluate(() => window.lagrangia.run.complaints)).toEqual([]);
    const { strokes, lines } = await page.evaluate(() => window.heard());
    const marks = [...readFileSync(svg, "utf8").matchAll(/<(?:path|circle) class="([\w-]+)[^>]*>/g)];
    const classes = marks.map(([, name]) => name).join(", ");
    const colourOf = (ink) => colours.find((row) => row[1] === ink), paintOf = (ink) => hex(colourOf(ink)[3]), nameOf = (ink) => colourOf(ink)[2];
    const words = [space === 2 ? "PLANE" : "SPACE", "DETAIL", "SIZED"];
    for (const [, , shape, , , sample, , , , ...all] of shapes) {
      const parts = sample ? all.filter((part) => isDrawn(part, words) && (space === 2 || part[0] !== "LEVEL")) : [];
      const inSpace = parts.filter(([kind]) => kind !== "TRAIL").map(([, , ink]) => `space ${paintOf(ink)}`);
      const drawn = space === 3 ? inSpace : parts.flatMap(([kind, , ink]) => IN_PLANE[kind](paintOf(ink), paintOf(EDGE)));
      expect(strokes, shape).toContain(drawn.join(", "));
      const marked = parts.flatMap(([kind, , ink]) => ON_PAPER[kind](nameOf(ink), nameOf(EDGE), space));
      expect(classes, `${shape} on paper`).toContain(marked.join(", "));
      for (const [, , ink, turns] of space === 2 ? parts.filter(([kind]) => kind === "COIL") : []) {
        // Paper and page have the same teeth.
        const teeth = marks.find(([, name]) => name === nameOf(ink))[0].match(/ d="([^"]*)"/)[1].match(/-?[\d.]+ -?[\d.]+/g).length;
        expect(teeth).toBe(2 * turns + 4);
        expect(lines).toContainEqual([paintOf(ink), teeth]);
      }
    }
  });
}
