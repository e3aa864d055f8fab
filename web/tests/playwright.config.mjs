// The page runs in the browser that is there; nothing is fetched.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "results/traces",
  workers: 1,
  timeout: 60_000,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    launchOptions: {
      executablePath: process.env.LGR_BROWSER ?? "/usr/bin/chromium",
      args: ["--enable-unsafe-swiftshader"],
    },
  },
});
