import { randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { OfferDetail } from '@inaam/contracts/offers/offer-detail';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { eq } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openSigningSecret } from '../../kernel/network-secrets.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { buildRedirectUrl, getLinkSettings } from '../clicks/redirect-url.ts';
import { currentOddsColumn } from './odds.ts';
import { offerView, pictureStatusColumn } from './offer-view.ts';

interface FunnelRow {
  clicks: number;
  completions: number;
  reversed: number;
  spins: number;
  wins: number;
  revenue_paise: number;
  days: number;
}

const linkColumns = {
  clickParam: networks.clickParam,
  linkMacros: networks.linkMacros,
  linkParams: networks.linkParams,
  linkSigning: networks.linkSigning,
};

const keyColumns = { id: networks.id, signingSecret: networks.signingSecret };

const SAMPLE = { click_id: 'SAMPLE-CLICK-ID', user_id: 'SAMPLE-USER-ID' };

/** Returns the values for a click's URL that depend only on the offer. */
const getOfferMacros = ({ id, externalOfferId }: Pick<typeof offers.$inferSelect, 'id' | 'externalOfferId'>) => ({
  offer_id: String(id),
  external_offer_id: externalOfferId,
});

/** Returns an offer with its funnel and a sample redirect. @throws DomainError OFFER_NOT_FOUND */
export async function offerDetail(kernel: Kernel, offerId: number): Promise<OfferDetail> {
  const { offer, odds, network, picture, links } = await kernel.read(async (db) => {
    const [row] = await db
      .select({
        offer: offers,
        odds: currentOddsColumn,
        network: networks.name,
        picture: pictureStatusColumn,
        ...linkColumns,
      })
      .from(offers)
      .leftJoin(networks, eq(networks.id, offers.networkId))
      .where(eq(offers.id, offerId));
    if (!row) throw new DomainError('OFFER_NOT_FOUND');
    return { ...row, links: getLinkSettings(row, 'SAMPLE-SECRET') };
  });
  const figures = oneRow(
    await kernel.read(
      (_, sql) => sql<FunnelRow[]>`
      select coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(completions), 0)::bigint as completions,
        coalesce(sum(spins), 0)::bigint as spins, coalesce(sum(wins), 0)::bigint as wins,
        coalesce(sum(revenue_paise), 0)::bigint as revenue_paise,
        (select count(*) from completion_rows_now() where offer_id = ${offerId} and reversed and approved) as reversed,
        (select ist_day(now()) - ist_day(created_at) + 1 from offers where id = ${offerId}) as days
      from offer_days_now() where offer_id = ${offerId}`,
    ),
  );
  const { clicks, completions, reversed, spins, wins, revenue_paise: revenuePaise, days } = figures;
  const macros = { ...SAMPLE, ...getOfferMacros(offer) };
  return {
    offer: offerView(offer, odds, network, picture, { completions, spins, revenuePaise, days }),
    funnel: { clicks, completions, reversed, spins, wins },
    redirect_preview: buildRedirectUrl(offer.offerUrl, macros, links),
  };
}

/**
 * Builds a URL for testing the partner's page. Its click ID belongs to no click, so no postback can credit anything.
 * @throws DomainError OFFER_NOT_FOUND
 */
export function buildTestUrl(
  { kernel, actor, secrets }: CommandContext<{ secrets: SecretBox }>,
  offerId: number,
): Promise<{ redirectUrl: string; clickId: string }> {
  return kernel.write(async (tx) => {
    const [row] = await tx
      .select({ offer: offers, network: keyColumns, ...linkColumns })
      .from(offers)
      .leftJoin(networks, eq(networks.id, offers.networkId))
      .where(eq(offers.id, offerId));
    if (!row) throw new DomainError('OFFER_NOT_FOUND');
    await writeAuditEntry(tx, actor, { action: 'offers.test_click', subject: String(offerId) });
    const clickId = `test-${randomBytes(9).toString('base64url')}`;
    const macros = { click_id: clickId, user_id: '0', ...getOfferMacros(row.offer) };
    const secret = row.network && openSigningSecret(secrets, row.network);
    return { clickId, redirectUrl: buildRedirectUrl(row.offer.offerUrl, macros, getLinkSettings(row, secret ?? '')) };
  });
}
