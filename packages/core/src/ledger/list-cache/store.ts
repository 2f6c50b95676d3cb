import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';

/** An offer in a list, as JSON: what many people see alike, and what is this person's own. */
export interface CachedLine {
  shared: readonly Uint8Array[];
  own: Uint8Array;
}

export interface CachedList {
  /** What it was made of: as long as they are the same, so is the list. */
  version: number;
  mark: string;
  /** The day in India: offers open and close with days. */
  today: string;
  /** Seconds since 1970, by the database's clock: until then what is held is held. */
  until: number;
  lines: readonly CachedLine[];
}

/** Bytes: the lists of a thousand people who have completed much. */
const MAX_CACHE_BYTES = 24 * 1024 * 1024;
/** What a line takes beside its own bytes. */
const LINE_OVERHEAD_BYTES = 300;

const kept = new WeakMap<Kernel, LRUCache<number, CachedList>>();

export function getListCache(kernel: Kernel): LRUCache<number, CachedList> {
  const known = kept.get(kernel);
  if (known) return known;
  const made = new LRUCache<number, CachedList>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: sizeOf });
  kept.set(kernel, made);
  return made;
}

/** What is shared is shared, and not counted. */
const sizeOf = ({ lines }: CachedList): number =>
  lines.reduce((sum, { own }) => sum + own.length + LINE_OVERHEAD_BYTES, LINE_OVERHEAD_BYTES);

/** Forgets a list that has changed: the next call need not read its mark. Correctness does not depend on it. */
export function invalidateList(kernel: Kernel, userId: number): void {
  getListCache(kernel).delete(userId);
}
