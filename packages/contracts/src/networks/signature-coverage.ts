import { getSignatureTemplate, isUnsigned, type Signing } from './signing.ts';

/**
 * Which facts of a postback the network's signature covers. Anyone who saw one genuine postback could forge the other
 * facts.
 */

/** The facts that decide who is paid how much. */
export const signableFacts = ['click', 'transaction', 'payout', 'status'] as const;
export type SignableFact = (typeof signableFacts)[number];

/** `not_sent`: the network does not send the fact. */
export type FactCoverage = 'covered' | 'open' | 'not_sent';
export type SignatureCoverage = Record<SignableFact, FactCoverage>;

interface Signed {
  signing: Signing;
  params: Record<'click_id' | 'transaction_id' | 'payout' | 'status', string | null>;
  status_rules: readonly { when: readonly { param: string }[] }[];
}

/** The parameters that a template names, such as `{payout}`; empty for `{*}`, which covers all parameters. */
export const listNamedParams = (template: string): string[] =>
  [...template.matchAll(/\{(?:int:)?([\w.\-[\]]+)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => name !== 'secret');

/** Whether a template has the placeholder of all parameters: `{*}` or `{*&}`. */
export const hasAllParamsPlaceholder = (template: string): boolean => /\{\*[^{}]*\}/.test(template);

/**
 * Computes which facts the signature covers. A digest over the whole query or body covers all facts; a digest over
 * chosen parameters covers only those parameters. The status is covered if every parameter that decides the kind of a
 * postback is covered.
 */
export function getSignatureCoverage({ signing, params, status_rules }: Signed): SignatureCoverage {
  const template = getSignatureTemplate(signing);
  const signed =
    template === undefined || hasAllParamsPlaceholder(template) ? undefined : new Set(listNamedParams(template));
  const isCovered = (name: string): boolean => !isUnsigned(signing) && (signed?.has(name) ?? true);
  const cover = (names: readonly (string | null | undefined)[]): FactCoverage => {
    const sent = names.filter((name) => typeof name === 'string');
    if (sent.length === 0) return 'not_sent';
    return sent.every(isCovered) ? 'covered' : 'open';
  };
  return {
    click: cover([params.click_id]),
    transaction: cover([params.transaction_id]),
    payout: cover([params.payout]),
    status: cover([params.status, ...status_rules.flatMap(({ when }) => when.map(({ param }) => param))]),
  };
}

/** Limits on click age and payout are required if the signature leaves a fact `open`. */
export const requiresLimits = (settings: Signed): boolean =>
  Object.values(getSignatureCoverage(settings)).includes('open');

const DAY = 86_400;
/** Defaults for required limits: an age in seconds, an amount in paise. */
export const DEFAULT_LIMITS = { click_window_seconds: 30 * DAY, payout_ceiling: 500_000 } as const;
