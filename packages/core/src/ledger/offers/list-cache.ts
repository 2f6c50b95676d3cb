import type { Kernel } from '../../kernel/kernel.ts';
import { type CachedLine, type CachedList, getListCache } from '../list-cache/store.ts';
import { getCachedVersion } from './catalogue.ts';
import type { CacheKeyRow } from './list-facts.ts';

/** Is there a list of this person's that may still hold? Then their mark may be all that has to be read. */
export const hasCandidateList = (kernel: Kernel, userId: number): boolean =>
  getListCache(kernel).peek(userId)?.version === (getCachedVersion(kernel) ?? null);

/**
 * A list that was made before, if it would be made the same again. Two thirds of what a list takes are reading the
 * facts, opening the codes of vouchers and writing it all down; most people look again before anything has changed.
 * Nothing has to be told when something does: the mark is read each time and compared.
 * @param today the day in India
 * @returns its offers, in order; undefined where it must be made
 */
export function getCachedList(
  kernel: Kernel,
  userId: number,
  { version, now, mark }: CacheKeyRow,
  today: string,
): readonly CachedLine[] | undefined {
  const list = getListCache(kernel).get(userId);
  const isSame = list?.version === version && list.mark === mark && list.today === today && now < list.until;
  return isSame ? list.lines : undefined;
}

/** Keeps a list, until others need the room. */
export function cacheList(kernel: Kernel, userId: number, list: CachedList): void {
  getListCache(kernel).set(userId, list);
}
