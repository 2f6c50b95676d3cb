import { randomBytes } from 'node:crypto';
import type { Click } from '@inaam/contracts/clicks/click-offer';
import { DomainError } from '@inaam/contracts/common/errors';
import type { CommandContext } from '../command.ts';
import type { UserActor } from '../kernel/actor.ts';
import { drawnOnce } from '../kernel/once.ts';
import { oneRow } from '../kernel/rows.ts';
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
 * Repeats of a call record no second click, and lead where the first one led.
 * @throws DomainError OFFER_NOT_FOUND (unknown or inactive), OFFER_ALREADY_COMPLETED
 */
export async function click(
  { kernel, actor, once: call }: CommandContext<never, UserActor>,
  { offerId, device, userAgent }: { offerId: number; device: string | null; userAgent: string | null },
): Promise<Click> {
  const clickId = await drawnOnce(kernel, 'clicks.create', call, randomBytes(16).toString('base64url'));
  const row = oneRow(
    await kernel.move(
      (sql) => sql<ClickRow[]>`
        select r.*, n.link_macros, n.link_params
        from record_click(${actor.id}, ${offerId}, ${clickId}, ${actor.ip}, ${device}, ${userAgent}) r
        left join offers o on o.id = ${offerId} left join networks n on n.id = o.network_id`,
    ),
  );
  if (row.problem === 'offer_not_found') throw new DomainError('OFFER_NOT_FOUND');
  if (row.problem === 'already_completed') throw new DomainError('OFFER_ALREADY_COMPLETED');
  const macros = { click_id: clickId, user_id: String(actor.id), offer_id: String(offerId) };
  const links = linksOf({ clickParam: row.click_param, linkMacros: row.link_macros, linkParams: row.link_params });
  return { redirectUrl: redirectUrl(row.offer_url, macros, links) };
}
