import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import type { networks } from '@inaam/db/schema/networks';
import type { Rules } from '../postbacks/read.ts';

type Row = typeof networks.$inferSelect;

/** Settings as a row holds them; a rate of up to six decimals is whole millionths. What is not given is not in it. */
export function toColumns(settings: Partial<NetworkSettings>): Partial<Row> {
  const { rate } = settings;
  const columns: { [K in keyof Row]?: Row[K] | undefined } = {
    slug: settings.slug,
    name: settings.name,
    active: settings.is_active,
    clickParam: settings.click_param,
    linkParams: settings.link_params,
    linkMacros: settings.link_macros,
    params: settings.params,
    paramsIn: settings.params_in,
    statusMap: settings.status_map,
    statusRules: settings.status_rules,
    signing: settings.signing,
    signedUrl: settings.signed_url,
    sourceAddresses: settings.source_addresses,
    sourceMode: settings.source_mode,
    currency: settings.currency,
    rateMicros: rate === undefined ? undefined : BigInt(Math.round(rate * 1e6)),
    replies: settings.replies,
    holdSeconds: settings.hold_seconds,
    clickWindowSeconds: settings.click_window_seconds,
    payoutCeilingPaise: settings.payout_ceiling,
    postbackQuery: settings.postback_query,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Row>;
}

/** What of settings decides about calls, with the keys that go with them. */
export const toRules = (
  settings: NetworkSettings,
  keys: Pick<Rules, 'signingSecret' | 'previousSecret' | 'previousUntil' | 'isSecretLost'>,
): Rules => ({ ...(toColumns(settings) as Row), ...keys });

/** What was really given of optional settings: a key whose value is undefined says nothing. */
export const given = (
  changes: { [K in keyof NetworkSettings]?: NetworkSettings[K] | undefined },
): Partial<NetworkSettings> => Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
