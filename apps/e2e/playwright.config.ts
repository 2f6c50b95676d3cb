import { getRunSeed, isLongRun } from '@inaam/testing/run-seed';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { findBrowser } from './src/support/browser.ts';
import type { Options } from './src/support/journey.ts';

const { executablePath, env } = await findBrowser();

/** `npm test` draws the width of some journeys and a theme; whoever runs journeys by name looks at both. */
const isDrawn = process.env['E2E_SAMPLED'] === '1' && !isLongRun(process.env);

/** A page lives for seconds: what the optimising compilers cost it, about a tenth of all, seldom comes back. */
const args = ['--js-flags=--no-opt,--no-maglev'];

const config: PlaywrightTestConfig<Options> = {
  testDir: './src/journeys',
  outputDir: './test-results',
  globalSetup: './src/support/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A browser may stall on a machine that is shared: a journey is tried once more where nobody watches, and the verdict
  // counts it as flaky.
  retries: process.env.CI ? 1 : 0,
  // They end what hangs and measure nothing: the longest journey takes 15 s on two quiet cores, and they pass beside
  // four loops that want all of a machine's time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./src/support/nothing-ran.ts']],
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Traces make the journeys a fifth slower: asked for with --trace on.
    screenshot: 'only-on-failure',
    drawnBy: isDrawn ? getRunSeed(process.env) : 0,
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
