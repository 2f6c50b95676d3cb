import { toRupees } from '@inaam/contracts/common/money';
import { type NetworkSettings, type NetworkView, paramNames } from '@inaam/contracts/networks/networks';
import { getSignatureCoverage } from '@inaam/contracts/networks/signature-coverage';
import type { networks } from '@inaam/db/schema/networks';
import { MASK, maskSecret, type WithOpenSecrets } from '../../kernel/network-secrets.ts';

type Network = typeof networks.$inferSelect;

/**
 * Builds the postback URL that an admin enters in the network's dashboard. If the signature covers the URL and the
 * settings name the signed URL, returns the signed URL, because the network must
 * call it.
 * @param secret the secret or its mask; the last part of the path for networks with a secret path
 */
export function buildPostbackUrl(
  origin: string,
  { slug, signing, signedUrl, postbackQuery }: Network,
  secret: string,
): string {
  const query = postbackQuery === '' ? '' : `?${postbackQuery}`;
  if (signedUrl !== null && signing.kind === 'hmac' && signing.over === 'url') return `${signedUrl}${query}`;
  const path = signing.kind === 'path_secret' ? `${slug}/${encodeURIComponent(secret)}` : slug;
  return `${origin}/postback/${path}${query}`;
}

/** Converts a row to settings in the form of the validated input, with `payout_ceiling` in paise. */
export const toSettings = (row: Network): NetworkSettings => ({
  slug: row.slug,
  name: row.name,
  is_active: row.active,
  click_param: row.clickParam,
  link_params: row.linkParams,
  link_macros: row.linkMacros,
  link_signing: row.linkSigning,
  params: paramNames.parse(row.params),
  params_in: row.paramsIn,
  status_map: row.statusMap,
  status_rules: row.statusRules,
  signing: row.signing,
  signed_url: row.signedUrl,
  source_addresses: row.sourceAddresses,
  source_mode: row.sourceMode,
  currency: row.currency,
  rate: Number(row.rateMicros) / 1e6,
  rates: row.rates,
  timestamp: row.callTimestamp,
  replies: row.replies,
  hold_seconds: row.holdSeconds,
  click_window_seconds: row.clickWindowSeconds,
  payout_ceiling: row.payoutCeilingPaise,
  payout_ratio: row.payoutRatio,
  postback_query: row.postbackQuery,
});

/** Returns a network for admins, with masked secrets. */
export function toNetworkView(origin: string, row: WithOpenSecrets<Network>): NetworkView {
  const { previousSecret, previousUntil } = row;
  return {
    network_id: row.id,
    version: row.version,
    preset: row.preset,
    ...toSettings(row),
    coverage: getSignatureCoverage(toSettings(row)),
    payout_ceiling: row.payoutCeilingPaise === null ? null : toRupees(row.payoutCeilingPaise),
    secret_hint: maskSecret(row.signingSecret),
    is_secret_lost: row.isSecretLost,
    previous_secret:
      previousSecret === null || previousUntil === null
        ? null
        : { hint: maskSecret(previousSecret), until: previousUntil.toISOString() },
    // The mask is not URL-encoded, so that it stays readable.
    postback_url: buildPostbackUrl(origin, row, MASK).replace(encodeURIComponent(MASK), MASK),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
