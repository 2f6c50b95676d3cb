import { randomBytes } from 'node:crypto';
import type { Click } from '@inaam/contracts/clicks/click-offer';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Caller } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { drawnOnce } from '../kernel/once.ts';
import { type LinkSettings, linksOf, redirectUrl } from './redirect-url.ts';

interface ClickRow {
  problem: 'offer_not_found' | 'already_completed' | null;
  offer_url: string;
  click_param: string | null;
  link_macros: LinkSettings['macros'] | null;
  link_params: LinkSettings['params'] | null;
}

/**
 * Records that a user starts an offer and gives the address to send them to.
 * @param call names the call: its repeats record no second click, and lead where the first one led
 * @throws DomainError OFFER_NOT_FOUND (unknown or inactive), OFFER_ALREADY_COMPLETED
 */
export async function click(
  kernel: Kernel,
  user: { id: number; device: string | null },
  caller: Caller,
  offerId: number,
  call?: string,
): Promise<Click> {
  const clickId = await drawnOnce(kernel, 'clicks.create', call, randomBytes(16).toString('base64url'));
  const [row] = await kernel.move(
    (sql) => sql<ClickRow[]>`
      select r.*, n.link_macros, n.link_params
      from record_click(${user.id}, ${offerId}, ${clickId}, ${caller.ip}, ${user.device}, ${caller.userAgent}) r
      left join offers o on o.id = ${offerId} left join networks n on n.id = o.network_id`,
  );
  if (!row || row.problem === 'offer_not_found') throw new DomainError('OFFER_NOT_FOUND');
  if (row.problem === 'already_completed') throw new DomainError('OFFER_ALREADY_COMPLETED');
  const macros = { click_id: clickId, user_id: String(user.id), offer_id: String(offerId) };
  const links = linksOf({ clickParam: row.click_param, linkMacros: row.link_macros, linkParams: row.link_params });
  return { redirectUrl: redirectUrl(row.offer_url, macros, links) };
}
