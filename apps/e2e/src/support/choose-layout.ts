import { createHash } from 'node:crypto';

/** The projects of playwright.config.ts. Each runs every journey that has no tag. */
const WIDTHS = ['phone', 'desktop'] as const;

/**
 * Whether a journey runs at a width. The seed and the journey's title choose one of the two widths.
 * @param seed of the run; 0 runs at every width
 */
export function runsAtWidth(title: string, width: string, seed: number): boolean {
  return seed === 0 || drawOne(WIDTHS, title, seed) === width;
}

/** The themes of both apps. The dark theme comes first, so that the page ends in the light theme. */
const THEMES = ['dark', 'light'] as const;

/**
 * Returns the themes of a journey's checks. The seed and the journey's title choose one of the two themes.
 * @param seed of the run; 0 uses both
 */
export function chooseThemes(title: string, seed: number): readonly (typeof THEMES)[number][] {
  return seed === 0 ? THEMES : [drawOne(THEMES, `theme of ${title}`, seed)];
}

/** Draws one item, the same for the same title and seed. */
export function drawOne<T>(all: readonly [T, ...T[]], title: string, seed: number): T {
  const [byte = 0] = createHash('sha256').update(`${seed} ${title}`).digest();
  return all[byte % all.length] ?? all[0];
}
