import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

test('applies a theme and stores it on the device', async () => {
  const { applyTheme, readTheme } = await import('./theme.tsx');
  expect(readTheme()).toBe('system');
  applyTheme('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  vi.resetModules();
  expect((await import('./theme.tsx')).readTheme()).toBe('dark');
});

test('keeps the theme until a reload if storage is unavailable', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined });
  const { applyTheme, readTheme } = await import('./theme.tsx');
  applyTheme('dark');
  expect(readTheme()).toBe('dark');
  applyTheme('system');
  expect(readTheme()).toBe('system');
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
