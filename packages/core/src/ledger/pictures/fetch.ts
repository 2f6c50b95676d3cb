import { FetchError, fetchBytes } from '../../kernel/fetch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { runLeasedWork } from '../../kernel/leased-work.ts';
import type { OutgoingRules } from '../../kernel/outgoing.ts';
import { PictureRefused, sizePicture } from './size.ts';
import { keepFetched } from './store.ts';

const AT_ONCE = 12;
const MAX_BYTES = 8 * 1024 * 1024;
const NAMES = { server: 'The address', content: 'The picture' };

/**
 * Fetches pictures of offers that have an address and no picture yet. What failed is tried again after 20 s, then four
 * times as long each time, a day at most; the reason stands beside the offer.
 * @returns how many were tried
 */
export async function fetchDuePictures({
  kernel,
  outgoingRules,
}: {
  kernel: Kernel;
  outgoingRules: OutgoingRules;
}): Promise<number> {
  return runLeasedWork<{ url: string }>({
    batch: AT_ONCE,
    // Decoding takes a core, and memory.
    parallel: 1,
    claim: (most) => claim(kernel, most),
    async work({ url }) {
      try {
        const given = await fetchBytes(new URL(url), outgoingRules, {
          headers: { accept: 'image/webp,image/jpeg,image/png,image/*' },
          maxBytes: MAX_BYTES,
          names: NAMES,
        });
        await keepFetched(kernel, url, await sizePicture(given, 'offer'));
      } catch (error) {
        if (!(error instanceof FetchError || error instanceof PictureRefused)) throw error;
        await kernel.move((sql) => sql`update picture_sources set problem = ${error.message} where url = ${url}`);
      }
    },
  });
}

/**
 * Counts the attempt as it begins: the pause before the next one is the lease. Of two processes that find the same
 * address, the second waits for the first one's row and no longer finds it due.
 */
const claim = (kernel: Kernel, most: number): Promise<{ url: string }[]> =>
  kernel.move((sql) => {
    const isDue = sql`s.picture_id is null
      and s.tried_at < now() - least(interval '5 seconds' * power(4, least(s.tries, 12)), interval '1 day')`;
    return sql<{ url: string }[]>`
      insert into picture_sources as s (url, tries)
      select distinct o.picture_url, 1 from offers o left join picture_sources s on s.url = o.picture_url
      where o.picture_url like 'http%' and (s.url is null or ${isDue})
      order by 1 limit ${most}::int
      on conflict (url) do update set tries = s.tries + 1, tried_at = now() where ${isDue}
      returning s.url`;
  });
