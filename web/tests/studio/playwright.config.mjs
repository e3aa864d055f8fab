// The studio in the browser that is there; nothing is fetched but from the test's own server.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "results/traces",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.LGR_BROWSER ?? "/usr/bin/chromium",
      args: ["--enable-unsafe-swiftshader"],
    },
  },
});
