import { DomainError } from '@inaam/contracts/common/errors';
import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import { getSignatureCoverage, requiresLimits } from '@inaam/contracts/networks/signature-coverage';
import { isUnsigned, signatureParam } from '@inaam/contracts/networks/signing';
import type { networks } from '@inaam/db/schema/networks';
import type { PostbackRules } from './rules.ts';

type Row = typeof networks.$inferSelect;

/** Converts settings to columns; rates become whole millionths. Omitted settings stay omitted. */
export function toColumns(settings: Partial<NetworkSettings>): Partial<Row> {
  const { rate } = settings;
  const columns: { [K in keyof Row]?: Row[K] | undefined } = {
    slug: settings.slug,
    name: settings.name,
    active: settings.is_active,
    clickParam: settings.click_param,
    linkParams: settings.link_params,
    linkMacros: settings.link_macros,
    linkSigning: settings.link_signing,
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
    rates: settings.rates,
    callTimestamp: settings.timestamp,
    replies: settings.replies,
    holdSeconds: settings.hold_seconds,
    clickWindowSeconds: settings.click_window_seconds,
    payoutCeilingPaise: settings.payout_ceiling,
    payoutRatio: settings.payout_ratio,
    postbackQuery: settings.postback_query,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Row>;
}

/** Converts settings and the network's keys to the rules for its postbacks. */
export const toRules = (
  settings: NetworkSettings,
  keys: Pick<PostbackRules, 'signingSecret' | 'previousSecret' | 'previousUntil' | 'isSecretLost'>,
): PostbackRules => ({ ...(toColumns(settings) as Row), ...keys });

export const withoutUndefined = (
  changes: { [K in keyof NetworkSettings]?: NetworkSettings[K] | undefined },
): Partial<NetworkSettings> => Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Creates the error of an invalid setting, which names its form field. */
export const createSettingError = (field: string, text: string): DomainError =>
  new DomainError('BAD_INPUT', { field, text: `${field}: ${text}` });

/**
 * Checks rules across settings. If postbacks are unsigned, or the signature leaves out values that decide about money,
 * the click's age and the payout must be limited.
 * @throws DomainError BAD_INPUT naming the field
 */
export function validateSettings(settings: NetworkSettings): void {
  const { signing, click_window_seconds: window, payout_ceiling: ceiling, params, link_signing: link } = settings;
  if (requiresLimits(settings)) {
    const problem = isUnsigned(signing)
      ? 'is required where postbacks are not signed'
      : `is required where the signature does not cover the ${getUnsignedFacts(settings).join(', the ')}`;
    if (window === null) throw createSettingError('click_window_seconds', problem);
    if (ceiling === null) throw createSettingError('payout_ceiling', problem);
  }
  const signatureName = signatureParam(signing);
  if (signatureName !== null && Object.values(params).includes(signatureName))
    throw createSettingError('params', `${signatureName} is the signature's parameter`);
  if (link && [settings.click_param, ...Object.keys(settings.link_params)].includes(link.name))
    throw createSettingError('link_signing', `${link.name} is a parameter of the link`);
}

const getUnsignedFacts = (settings: NetworkSettings): string[] =>
  Object.entries(getSignatureCoverage(settings)).flatMap(([fact, covered]) => (covered === 'open' ? [fact] : []));
