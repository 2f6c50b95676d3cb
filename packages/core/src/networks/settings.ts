import { DomainError } from '@inaam/contracts/common/errors';
import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
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

/** What of settings decides about postbacks, with the keys that go with them. */
export const toRules = (
  settings: NetworkSettings,
  keys: Pick<Rules, 'signingSecret' | 'previousSecret' | 'previousUntil' | 'isSecretLost'>,
): Rules => ({ ...(toColumns(settings) as Row), ...keys });

/** What was really given of optional settings: a key whose value is undefined says nothing. */
export const given = (
  changes: { [K in keyof NetworkSettings]?: NetworkSettings[K] | undefined },
): Partial<NetworkSettings> => Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** A setting that does not hold, named for its form field. */
export const badSetting = (field: string, text: string): DomainError =>
  new DomainError('BAD_INPUT', { field, text: `${field}: ${text}` });

/** Checks what only holds of settings as a whole. @throws DomainError BAD_INPUT naming the field */
export function checkWhole(settings: NetworkSettings): void {
  const { signing, click_window_seconds: window, payout_ceiling: ceiling, params } = settings;
  if (isUnsigned(signing) && window === null)
    throw badSetting('click_window_seconds', 'is required where calls are not signed');
  if (isUnsigned(signing) && ceiling === null)
    throw badSetting('payout_ceiling', 'is required where calls are not signed');
  const own = signing.kind === 'path_secret' || signing.in === 'header' ? null : signing.name;
  if (own !== null && Object.values(params).includes(own))
    throw badSetting('params', `${own} is the signature's parameter`);
}
