import { defineConfig } from '@playwright/test';
import { findBrowser } from './src/support/browser.ts';

/** `npm run catalogue -- --look`: checks the component catalogue in a browser, separately from the journeys. */
const { executablePath, env } = await findBrowser();
const port = 3103;

export default defineConfig({
  testDir: './src/catalogue',
  outputDir: './test-results/catalogue',
  reporter: 'list',
  workers: 2,
  timeout: 120_000,
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-IN',
    launchOptions: { executablePath, env: { ...process.env, ...env } },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
  webServer: {
    command: `node ../../node_modules/vite/bin/vite.js ../../packages/ui --port ${port} --strictPort`,
    url: `http://localhost:${port}`,
  },
});
