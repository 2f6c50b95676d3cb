const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const findName = (names: readonly [RegExp, string][], userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** `Chrome on Android`; `Chrome` for an unknown system, and `Unknown browser on Android` for an unknown browser. */
export function browserName(userAgent: string | null): string {
  const browser = findName(browsers, userAgent ?? '') ?? 'Unknown browser';
  const system = findName(systems, userAgent ?? '');
  return system ? `${browser} on ${system}` : browser;
}
