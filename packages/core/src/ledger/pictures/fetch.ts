import { FetchError, fetchBytes } from '../../kernel/fetch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { runLeasedWork } from '../../kernel/leased-work.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { PictureNotAllowed, resizePicture } from './size.ts';
import { storeFetchedPicture } from './store.ts';

const AT_ONCE = 12;
const MAX_BYTES = 8 * 1024 * 1024;
const NAMES = { server: 'The address', content: 'The picture' };

/**
 * Fetches missing pictures of offers. A failed fetch is retried after 20 s, then after four times the previous delay,
 * at most a day. Meanwhile the admin page of the offer shows the reason.
 * @returns the number of attempted fetches
 */
export async function fetchDuePictures({
  kernel,
  outgoingRequestPolicy,
}: {
  kernel: Kernel;
  outgoingRequestPolicy: OutgoingRequestPolicy;
}): Promise<number> {
  return runLeasedWork<{ url: string }>({
    batch: AT_ONCE,
    // One picture at a time, because decoding takes a full processor core and much memory.
    parallel: 1,
    claim: (most) => claim(kernel, most),
    async work({ url }) {
      try {
        const given = await fetchBytes(new URL(url), outgoingRequestPolicy, {
          headers: { accept: 'image/webp,image/jpeg,image/png,image/*' },
          maxBytes: MAX_BYTES,
          names: NAMES,
        });
        await storeFetchedPicture(kernel, url, await resizePicture(given, 'offer'));
      } catch (error) {
        if (!(error instanceof FetchError || error instanceof PictureNotAllowed)) throw error;
        await kernel.runIdempotent(
          (sql) => sql`update picture_fetches set problem = ${error.message} where url = ${url}`,
        );
      }
    },
  });
}

/**
 * Counts an attempt when it begins, so that the delay before the next attempt also serves as the lease. If two
 * processes claim the same URL, the second one waits for the row lock and then finds that the URL is no longer due.
 */
const claim = (kernel: Kernel, most: number): Promise<{ url: string }[]> =>
  kernel.runIdempotent((sql) => {
    const isDue = sql`s.picture_id is null
      and s.last_tried_at < now() - least(interval '5 seconds' * power(4, least(s.tries, 12)), interval '1 day')`;
    return sql<{ url: string }[]>`
      insert into picture_fetches as s (url, tries)
      select distinct o.picture_url, 1 from offers o left join picture_fetches s on s.url = o.picture_url
      where o.picture_url like 'http%' and (s.url is null or ${isDue})
      order by 1 limit ${most}::int
      on conflict (url) do update set tries = s.tries + 1, last_tried_at = now() where ${isDue}
      returning s.url`;
  });
