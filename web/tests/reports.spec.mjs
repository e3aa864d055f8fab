// Pages as the program writes them: all that they hold is understood, and every panel can be looked at.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, keep, seek, test } from "./stand.mjs";

const tool = process.env.LGR_TOOL;
const examples = process.env.LGR_EXAMPLES ?? join(dirname(fileURLToPath(import.meta.url)), "..", "..", "examples");
const MODELS = ["trebuchet/hinged", "space/heavy-top", "contact/bouncing-ball", "linkage/four-bar", "springs/elastic-pendulum",
  "orbit/pleiades", "linkage/bricard", "rolling/disk"];

/** Runs a model; gives the page that the program wrote, and the data in it. */
function report(model) {
  const folder = join(test.info().project.outputDir, "reports");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${model.replace("/", "-")}.html`);
  execFileSync(tool, ["run", join(examples, `${model}.lgr`), "--quiet", "-o", file], { stdio: "pipe" });
  const data = /<script type="application\/json" id="lagrangia-data">(.*?)<\/script>/s.exec(readFileSync(file, "utf8"));
  return { file, data: JSON.parse(data[1]) };
}

for (const model of MODELS) {
  test(`the report of ${model}`, async ({ show }) => {
    test.skip(!tool, "LGR_TOOL names no tool");
    const { file, data } = report(model);
    const page = await show(file);
    expect(await page.evaluate(() => window.lagrangia.run.complaints)).toEqual([]);
    expect(await page.evaluate(() => window.lagrangia.run.shapes.length)).toBe(data.shapes.length);
    const [start, end] = [data.time[0], data.time[data.time.length - 1]];
    await seek(page, start + 0.12 * (end - start));
    await keep(page, `report-${model.replace("/", "-")}`);
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await expect(page.locator("[role=tabpanel]:visible")).not.toBeEmpty();
    }
  });
}
