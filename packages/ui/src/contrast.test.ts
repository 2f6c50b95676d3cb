// @vitest-environment node
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// Read as a file: vitest empties imported style sheets.
const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

type Theme = Record<string, [light: string, dark: string]>;

/** The tokens of one block, as [light, dark] hex pairs. */
function tokens(selector: string): Theme {
  const start = css.indexOf(`\n${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map((m) => [m[1], [m[2], m[3]]] as const),
  ) as Theme;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const user = tokens(':root');
const themes = { user, admin: { ...user, ...tokens('[data-app="admin"]') } };

const grounds = ['background', 'surface', 'raised', 'sunken'];
const pairs: [minimum: number, foreground: string, ground: string][] = [
  ...['text', 'muted', 'accent', 'accent-strong', 'good', 'warn', 'bad'].flatMap((name) =>
    grounds.map((ground) => [4.5, name, ground] as [number, string, string]),
  ),
  ...['accent', 'good', 'warn', 'bad'].map((name) => [4.5, name, `${name}-soft`] as [number, string, string]),
  ...['accent-soft', 'good-soft', 'warn-soft', 'bad-soft'].flatMap((soft) =>
    ['text', 'muted'].map((name) => [4.5, name, soft] as [number, string, string]),
  ),
  [4.5, 'accent-text', 'accent-strong'],
  [4.5, 'bad-fill-text', 'bad-fill'],
  [3, 'band-fraud', 'background'],
  [3, 'band-clicks', 'background'],
  ...[1, 2, 3, 4, 5].map((n) => [4.5, 'wheel-text', `wheel-${n}`] as [number, string, string]),
  [4.5, 'wheel-rest-text', 'wheel-rest'],
  [4.5, 'wheel-rest-text', 'wheel-rest-2'],
  [7, 'accent-text', 'accent'],
  [4.5, 'prize-text', 'prize'],
  [4.5, 'prize-text', 'prize-strong'],
  ...['text', 'muted'].map((name) => [4.5, name, 'prize-soft'] as [number, string, string]),
  ...['stage', 'stage-deep'].flatMap((ground) =>
    ['stage-text', 'stage-muted'].map((name) => [4.5, name, ground] as [number, string, string]),
  ),
  ...['users', 'clicks', 'conversions', 'revenue', 'cost', 'margin'].flatMap((name) =>
    ['surface', 'sunken'].map((ground) => [3, `plot-${name}`, ground] as [number, string, string]),
  ),
  ...['edge', 'focus', 'accent'].flatMap((name) =>
    ['background', 'surface', 'raised'].map((ground) => [3, name, ground] as [number, string, string]),
  ),
  // An empty checkbox on a tinted background.
  ...['sunken', 'accent-soft'].map((ground) => [3, 'edge', ground] as [number, string, string]),
];

describe.each(Object.entries(themes))('%s app', (_, theme) => {
  test.each(pairs)('has a contrast of at least %d:1 for %s on %s, light and dark', (minimum, foreground, ground) => {
    for (const mode of [0, 1] as const) {
      const pair = [theme[foreground]?.[mode], theme[ground]?.[mode]] as const;
      expect(pair).not.toContain(undefined);
      expect(contrast(pair[0] ?? '', pair[1] ?? ''), pair.join(' on ')).toBeGreaterThanOrEqual(minimum);
    }
  });
});
