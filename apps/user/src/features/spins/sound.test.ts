import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
});

test('stores the choice of sound on the device', async () => {
  const { isSoundOn, setSound } = await import('./sound.ts');
  expect(isSoundOn()).toBe(false);
  setSound(true);
  expect(isSoundOn()).toBe(true);
  vi.resetModules();
  expect((await import('./sound.ts')).isSoundOn()).toBe(true);
});

test('keeps the choice of sound until a reload if storage is unavailable', async () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined });
  const { isSoundOn, setSound } = await import('./sound.ts');
  setSound(true);
  expect(isSoundOn()).toBe(true);
  setSound(false);
  expect(isSoundOn()).toBe(false);
});
