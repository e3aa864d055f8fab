/* Makes docs/pictures/studio.png: the hinged trebuchet with a longer sling, and the design as it is written as its ghost.

   usage: node tools/studio_picture.mjs [OUT.png]     after make studio; the driver is that of tests/studio.py */
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [out = path.join(root, "docs/pictures/studio.png")] = process.argv.slice(2);
const { chromium } = createRequire(path.join(root, "build/wasm/studio-tests/node_modules/x.js"))("@playwright/test");

const browser = await chromium.launch({ executablePath: process.env.LGR_BROWSER ?? "/usr/bin/chromium" });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "light", reducedMotion: "reduce" });
await page.goto(`file://${root}/build/studio/studio.html`);
await page.waitForFunction(() => window.studio?.stage);
await page.locator("#pin").click();
await page.evaluate(() => window.studio.session.set({ l3: "5 m" }));
await page.waitForFunction(() => window.studio.live.isAtRest && document.querySelector(".slider.changed"));
await page.waitForTimeout(5000); // curves are computed behind
await page.evaluate(() => window.studio.stage.clock.seek(1));
await page.waitForTimeout(500);
await page.screenshot({ path: out });
await browser.close();
