import { FetchError, fetchBytes } from '../../kernel/fetch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
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
  const due = await kernel.read(
    (_, sql) => sql<{ url: string }[]>`
      select distinct o.picture_url as url from offers o left join picture_sources s on s.url = o.picture_url
      where o.picture_url like 'http%' and (s.url is null or s.picture_id is null
        and s.tried_at < now() - least(interval '5 seconds' * power(4, least(s.tries, 12)), interval '1 day'))
      limit ${AT_ONCE}::int`,
  );
  for (const { url } of due) {
    // Noted first: a process that dies over a picture does not come back to it at once.
    await kernel.move(
      (sql) => sql`
        insert into picture_sources as s (url, tries) values (${url}, 1)
        on conflict (url) do update set tries = s.tries + 1, tried_at = now()`,
    );
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
  }
  return due.length;
}
