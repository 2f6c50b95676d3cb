import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';

/** One offer of a cached list, as JSON parts. */
export interface CachedLine {
  shared: readonly Uint8Array[];
  own: Uint8Array;
}

export interface CachedList {
  /** The cache key: the list is valid while all four match. */
  version: number;
  mark: string;
  /** The day in India. Offers open and close by day. */
  today: string;
  /** Valid until this time, in seconds since 1970 by the database's clock. */
  until: number;
  lines: readonly CachedLine[];
}

/** Enough for the lists of about 1,000 active users. */
const MAX_CACHE_BYTES = 24 * 1024 * 1024;
/** Memory per line in addition to its own bytes. */
const LINE_OVERHEAD_BYTES = 300;

const caches = new WeakMap<Kernel, LRUCache<number, CachedList>>();

export function getListCache(kernel: Kernel): LRUCache<number, CachedList> {
  const known = caches.get(kernel);
  if (known) return known;
  const created = new LRUCache<number, CachedList>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: getListSize });
  caches.set(kernel, created);
  return created;
}

/** Shared parts are not counted. */
const getListSize = ({ lines }: CachedList): number =>
  lines.reduce((sum, { own }) => sum + own.length + LINE_OVERHEAD_BYTES, LINE_OVERHEAD_BYTES);

/** Drops a cached list, which saves the next call a query. Correctness does not depend on it. */
export function invalidateList(kernel: Kernel, userId: number): void {
  getListCache(kernel).delete(userId);
}
