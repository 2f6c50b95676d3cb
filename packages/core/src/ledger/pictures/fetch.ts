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
 * Fetches missing pictures of offers. A failure is retried after 20 s, then after four times the previous delay, up to
 * a day. The offer shows the reason.
 * @returns how many were attempted
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
    // One at a time, since decoding uses a full core and much memory.
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
 * Counts the attempt at its start: the pause before the next attempt is the lease. If two processes claim the same URL,
 * the second waits for the row lock and then finds it not due.
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
