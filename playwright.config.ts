import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/**
 * A Chromium on the PATH is taken before Playwright's own, which can't be downloaded everywhere; the one without windows before the
 * others, which draw the frame of a window that nobody sees and take more than twice the time.
 */
const folders = (process.env.PATH ?? '').split(delimiter);
const chromium = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => folders.map((folder) => join(folder, name)))
  .find(existsSync);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'reports/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  // What comes by the live stream takes its time on two cores that also run the browser.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // Decision 0019: once more in CI, named in its log; `scripts/test.ts` says how many of these a run may have.
  retries: process.env.CI ? 1 : 0,
  globalSetup: './e2e/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
    locale: 'cs-CZ',
    timezoneId: 'Europe/Prague',
    // Places are asked of a page that stands still: what slides in gives another answer with each frame. And a transition between pages that the next page cuts short counts as an error of the page.
    contextOptions: { reducedMotion: 'reduce' },
    // A press or a page that never comes is told as such, with its place, long before the whole journey is over.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    // Keeping a trace makes a journey a fifth longer; where nobody opens it, it isn't kept.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
  },
});
