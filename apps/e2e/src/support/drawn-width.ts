import { createHash } from 'node:crypto';

/** The projects of playwright.config.ts that walk every journey without a tag. */
const WIDTHS = ['phone', 'desktop'];

/**
 * Whether a journey is walked on a width: on one of the two, as the seed and its title draw it.
 * @param seed that of the run; 0 walks on every width
 */
export function isWalked(title: string, width: string, seed: number): boolean {
  if (seed === 0) return true;
  const [byte = 0] = createHash('sha256').update(`${seed} ${title}`).digest();
  return WIDTHS[byte % WIDTHS.length] === width;
}
