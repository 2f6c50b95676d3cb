import type { Kernel } from '../../kernel/kernel.ts';
import type { PrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { type CachedList, getListCache } from '../list-cache/store.ts';
import { getCachedVersion } from './catalogue.ts';
import type { CacheKeyRow } from './list-facts.ts';

/** Returns whether a list is cached that may still be valid, so that reading only the cache key may be enough. */
export const hasCandidateList = (kernel: Kernel, userId: number): boolean =>
  getListCache(kernel).peek(userId)?.version === (getCachedVersion(kernel) ?? null);

/**
 * Returns the cached list if its key still matches. A hit avoids reading facts, decrypting voucher codes and writing
 * JSON, which take two thirds of the time of a request. Most users reload the list before anything has changed. Each
 * request reads the key from the database, so processes need not tell each other about changes.
 * @param today today's date in Indian time
 * @returns JSON of the list; undefined if the list must be built
 */
export function getCachedList(
  kernel: Kernel,
  userId: number,
  { version, now, factCounts }: CacheKeyRow,
  today: string,
): PrebuiltJson | undefined {
  const list = getListCache(kernel).get(userId);
  const isSame =
    list?.version === version && list.factCounts === factCounts && list.today === today && now < list.until;
  return isSame ? list.json : undefined;
}

export function cacheList(kernel: Kernel, userId: number, list: CachedList): void {
  getListCache(kernel).set(userId, list);
}
