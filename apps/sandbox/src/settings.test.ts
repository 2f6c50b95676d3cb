import { fileURLToPath } from 'node:url';
import { SettingError } from '@inaam/settings/environment';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const SANDBOX_SECRET = 'a-secret-long-enough';

describe('readSettings', () => {
  test('requires only the secret', () => {
    expect(readSettings({ SANDBOX_SECRET })).toEqual({
      port: 3002,
      origin: 'http://localhost:3002',
      appOrigin: 'http://localhost:3000',
      secret: SANDBOX_SECRET,
      dataDir: fileURLToPath(new URL('../../../.data', import.meta.url)),
      brandName: 'Inaam',
      networkName: 'Sandbox Network',
      listen: 'localhost',
      onlyLocalTokens: true,
    });
  });

  test('derives the app’s origin from APP_PORT or APP_ORIGIN', () => {
    expect(readSettings({ SANDBOX_SECRET, APP_PORT: '4000' }).appOrigin).toBe('http://localhost:4000');
    expect(readSettings({ SANDBOX_SECRET, APP_ORIGIN: 'https://app.example/' }).appOrigin).toBe('https://app.example');
  });

  test.each([
    [{}, 'SANDBOX_SECRET: is required'],
    [{ SANDBOX_SECRET: '' }, 'SANDBOX_SECRET: is required'],
    [{ SANDBOX_SECRET: 'short' }, 'SANDBOX_SECRET: must be at least 16 characters'],
    [{ SANDBOX_SECRET, SANDBOX_PORT: 'http' }, 'SANDBOX_PORT: must be a port number'],
    [{ SANDBOX_SECRET, SANDBOX_PORT: '70000' }, 'SANDBOX_PORT: must be a port number'],
    [{ SANDBOX_SECRET, APP_ORIGIN: 'localhost:3000/app' }, /^APP_ORIGIN: must be an origin/],
    [{ SANDBOX_SECRET, MODE: 'staging' }, 'MODE: must be demo or production'],
  ])('refuses %j with one line that names the variable', (env, message) => {
    expect(() => readSettings(env)).toThrow(SettingError);
    expect(() => readSettings(env)).toThrow(message);
  });

  test('refuses production, even if only DATABASE_URL implies it', () => {
    const line = /^MODE: .*production[^\n]*$/;
    expect(() => readSettings({ SANDBOX_SECRET, MODE: 'production' })).toThrow(line);
    expect(() => readSettings({ SANDBOX_SECRET, DATABASE_URL: 'postgres://db/x' })).toThrow(line);
    expect(readSettings({ SANDBOX_SECRET, DATABASE_URL: 'postgres://db/x', MODE: 'demo' }).port).toBe(3002);
  });
});
