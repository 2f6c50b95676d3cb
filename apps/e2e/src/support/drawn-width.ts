import { createHash } from 'node:crypto';

/** The projects of playwright.config.ts that walk every journey without a tag. */
const WIDTHS = ['phone', 'desktop'] as const;

/**
 * Whether a journey is walked on a width: on one of the two, as the seed and its title draw it.
 * @param seed that of the run; 0 walks on every width
 */
export function isWalked(title: string, width: string, seed: number): boolean {
  return seed === 0 || drawOne(WIDTHS, title, seed) === width;
}

/** The themes of both apps; the dark one first, so that a page is left as it is for most people. */
const THEMES = ['dark', 'light'] as const;

/**
 * The themes that a journey is looked at in: one of the two, as the seed and its title draw it.
 * @param seed that of the run; 0 looks at both
 */
export function themesOf(title: string, seed: number): readonly (typeof THEMES)[number][] {
  return seed === 0 ? THEMES : [drawOne(THEMES, `theme of ${title}`, seed)];
}

/** One of a few, the same for the same title and seed. */
export function drawOne<T>(all: readonly [T, ...T[]], title: string, seed: number): T {
  const [byte = 0] = createHash('sha256').update(`${seed} ${title}`).digest();
  return all[byte % all.length] ?? all[0];
}
