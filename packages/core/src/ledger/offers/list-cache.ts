import type { Kernel } from '../../kernel/kernel.ts';
import type { PrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { type CachedList, getListCache } from '../list-cache/store.ts';
import { getCachedVersion } from './catalogue.ts';
import type { CacheKeyRow } from './list-facts.ts';

/** Whether a cached list may still be valid, so that reading its cache key may be enough. */
export const hasCandidateList = (kernel: Kernel, userId: number): boolean =>
  getListCache(kernel).peek(userId)?.version === (getCachedVersion(kernel) ?? null);

/**
 * Returns the cached list if its key still matches. Building a list spends two thirds of its time on facts, voucher
 * codes and JSON, and most users reload before anything changes. The key is read each time, so no invalidation messages
 * are needed.
 * @param today the day in India
 * @returns JSON of the list; undefined if the list must be built
 */
export function getCachedList(
  kernel: Kernel,
  userId: number,
  { version, now, mark }: CacheKeyRow,
  today: string,
): PrebuiltJson | undefined {
  const list = getListCache(kernel).get(userId);
  const isSame = list?.version === version && list.mark === mark && list.today === today && now < list.until;
  return isSame ? list.json : undefined;
}

export function cacheList(kernel: Kernel, userId: number, list: CachedList): void {
  getListCache(kernel).set(userId, list);
}
