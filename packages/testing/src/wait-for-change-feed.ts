import { setTimeout as sleep } from 'node:timers/promises';
import { advanceChangeFeed, getChangeFeedLag } from '@inaam/core/kernel/change-feed/advance';
import type { TestCore } from './core.ts';

/** Tries, of 10 ms each at least. */
const TRIES = 2_000;

/**
 * Waits until the feed has read all facts of now: lists that are sorted or filtered by a figure show them from then on.
 * Other databases of the server hold it back for as long as they write.
 */
export async function waitForChangeFeed({ kernel }: Pick<TestCore, 'kernel'>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await advanceChangeFeed(kernel);
    if ((await getChangeFeedLag(kernel)).every(({ waits }) => !waits)) return;
    await sleep(10);
  }
  throw new Error('the feed does not get there');
}
