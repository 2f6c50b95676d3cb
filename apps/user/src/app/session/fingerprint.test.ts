import { afterEach, expect, test, vi } from 'vitest';
import { deviceFingerprint, fingerprintComponents, shortHash } from './fingerprint.ts';

afterEach(() => void vi.restoreAllMocks());

test('computes the same short base36 text each time on one device', () => {
  expect(deviceFingerprint()).toMatch(/^[0-9a-z]{1,11}$/);
  expect(deviceFingerprint()).toBe(deviceFingerprint());
});

test('gives a different hash if any character differs, and the same hash in every release', () => {
  const text = fingerprintComponents().join('|');
  const hashes = new Set(Array.from(text, (_, i) => shortHash(`${text.slice(0, i)}~${text.slice(i + 1)}`)));
  expect(hashes.size).toBe(new Set(Array.from(text, (_, i) => `${text.slice(0, i)}~${text.slice(i + 1)}`)).size);
  expect(shortHash('Inaam')).toBe('20eq7yhignj');
});

test('uses 100 characters of the canvas image from offset 22, and 100 of the name of the graphics renderer', () => {
  const image = `data:image/png;base64,${'x'.repeat(100)}${'y'.repeat(50)}`;
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(image);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(((kind: string) =>
    kind === '2d'
      ? { fillRect: () => undefined, fillText: () => undefined }
      : { getExtension: () => null, getParameter: () => 'r'.repeat(300), RENDERER: 1 }) as never);
  const components = fingerprintComponents();
  expect(components[0]).toBe('x'.repeat(100));
  expect(components).toContain('r'.repeat(100));
});

test('reads every listed component, and uses an empty text for a component that throws', () => {
  const read = fingerprintComponents().length;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    throw new Error('refused');
  });
  const components = fingerprintComponents();
  expect(components).toHaveLength(read);
  expect(components[0]).toBe('');
  expect(components).toContain(navigator.userAgent);
  expect(components).toContain(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('treats a phone as the same device when it is turned or its signal changes', () => {
  const fingerprintPhone = (width: number, height: number, effectiveType: string) => {
    vi.stubGlobal('screen', { width, height, availWidth: width, availHeight: height, colorDepth: 24 });
    Object.defineProperty(navigator, 'connection', {
      value: { type: 'cellular', effectiveType },
      configurable: true,
    });
    return fingerprintComponents();
  };
  try {
    const upright = fingerprintPhone(360, 800, '4g');
    expect(upright).toEqual(fingerprintPhone(800, 360, '2g'));
    expect(upright).toEqual(expect.arrayContaining(['360x800', 'cellular']));
    expect(upright).not.toEqual(fingerprintPhone(412, 915, '4g'));
  } finally {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'connection');
  }
});
