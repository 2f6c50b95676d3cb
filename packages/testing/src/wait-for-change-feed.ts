import { setTimeout as sleep } from 'node:timers/promises';
import { advanceChangeFeed, getChangeFeedLag } from '@inaam/core/kernel/change-feed/advance';
import type { TestCore } from './core.ts';

/** Each attempt takes at least 10 ms. */
const TRIES = 2_000;

/**
 * Waits until the change feed has read all current clicks, completions and spins, so that figures, and lists that are
 * sorted or filtered by a figure, include them. Writes in other databases of the server delay the feed.
 */
export async function waitForChangeFeed({ kernel }: Pick<TestCore, 'kernel'>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await advanceChangeFeed(kernel);
    if ((await getChangeFeedLag(kernel)).every(({ waits }) => !waits)) return;
    await sleep(10);
  }
  throw new Error('the feed did not read all facts in time');
}
