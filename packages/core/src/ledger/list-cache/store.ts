import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../kernel/kernel.ts';
import type { PrebuiltJson } from '../../kernel/prebuilt-json.ts';

export interface CachedList {
  /** The list is valid while `version`, `factCounts` and `today` are unchanged, and before `until`. */
  version: number;
  factCounts: string;
  /** The current day in Indian time, because offers start and end with a day. */
  today: string;
  /** In seconds since 1970 by the database's clock. */
  until: number;
  json: PrebuiltJson;
}

/** Enough for 500 active users with 45 offers each. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024;
/** Memory of a list in addition to its JSON. */
const LIST_OVERHEAD_BYTES = 500;

const caches = new WeakMap<Kernel, LRUCache<number, CachedList>>();

export function getListCache(kernel: Kernel): LRUCache<number, CachedList> {
  const known = caches.get(kernel);
  if (known) return known;
  const created = new LRUCache<number, CachedList>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: getListSize });
  caches.set(kernel, created);
  return created;
}

const getListSize = ({ json }: CachedList): number => json.size + LIST_OVERHEAD_BYTES;

/** Drops a cached list that is known to be outdated, so that the next call needs no query to find this out. */
export function invalidateList(kernel: Kernel, userId: number): void {
  getListCache(kernel).delete(userId);
}
