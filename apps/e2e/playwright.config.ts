import { getRunSeed, isLongRun } from '@inaam/testing/run-seed';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { findBrowser } from './src/support/browser.ts';
import type { Options } from './src/support/journey.ts';

const { executablePath, env } = await findBrowser();

/**
 * `npm test` chooses one width for some journeys, and one theme. Journeys that are run by name use both widths and
 * themes.
 */
const isSampled = process.env['E2E_SAMPLED'] === '1' && !isLongRun(process.env);

/** Pages live for seconds, so optimising compilers cost more than they save. Without them a run is a tenth shorter. */
const args = ['--js-flags=--no-opt,--no-maglev'];

const config: PlaywrightTestConfig<Options> = {
  testDir: './src/journeys',
  outputDir: './test-results',
  globalSetup: './src/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A browser may stall on a shared machine. CI retries a journey once and reports it as flaky.
  retries: process.env.CI ? 1 : 0,
  // Ends journeys that hang; not a performance limit. The longest journey takes 15 s on two quiet cores, and all
  // journeys pass while four endless loops compete for the cores.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./src/support/nothing-ran.ts']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // No traces by default, because they make journeys a fifth slower: use --trace on.
    screenshot: 'only-on-failure',
    layoutSeed: isSampled ? getRunSeed(process.env) : 0,
    launchOptions: { executablePath, args, env: { ...process.env, ...env } },
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@wide/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grepInvert: /@narrow/, use: { viewport: { width: 1280, height: 800 } } },
  ],
};

export default defineConfig(config);
