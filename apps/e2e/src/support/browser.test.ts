import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from './browser.ts';

let folder: string;
let fake: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inaam-browser-'));
  fake = join(folder, 'chromium');
  writeFileSync(fake, '#!/bin/sh\necho Chromium 1.2.3\n');
  chmodSync(fake, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('prefers the browser in CHROMIUM_PATH to the browser of the system', async () => {
  expect((await findBrowser({ CHROMIUM_PATH: process.execPath, PATH: folder })).executablePath).toBe(process.execPath);
});

test('rejects CHROMIUM_PATH if its file is missing, and names the variable and the file', async () => {
  await expect(findBrowser({ CHROMIUM_PATH: '/no/such/browser', PATH: folder })).rejects.toThrow(
    'CHROMIUM_PATH: there is no /no/such/browser',
  );
});

test('finds the browser of the system', async () => {
  expect((await findBrowser({ PATH: folder })).executablePath).toBe(fake);
});

test('if the system has no browser, starts the browser from the npm registry, which shows a page', async () => {
  const { executablePath, env } = await findBrowser({ PATH: '' }, []);
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.setContent('<h1>Here</h1>');
    expect(await page.textContent('h1')).toBe('Here');
  } finally {
    await browser.close();
  }
}, 60_000);
