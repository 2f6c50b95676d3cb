import { MAX_RUPEES, parseMicros, payoutToPaise } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import type { PostbackKind, StatusRule } from '@inaam/contracts/networks/networks';
import { DEFAULT_LIMITS, requiresLimits } from '@inaam/contracts/networks/signature-coverage';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import { isInAllowlist } from '../../kernel/address.ts';
import type { PostbackRules } from '../settings/rules.ts';
import { getParams, getSingleValue, type Param, type Postback } from './parse.ts';
import { isPlaceholder, isUnfilledMacro } from './placeholders.ts';
import { parsePublicKeys } from './public-keys.ts';
import { getTimestampProblem } from './timestamp.ts';
import { isSigned } from './verify.ts';

/** The kind of a postback and the ids that it contains. */
interface PostbackIds {
  kind: PostbackKind;
  /** null only for a reversal that names a transaction instead. */
  click_id: string | null;
  transaction_id: string;
  goal_id: string | null;
  /** The id of the reversal itself, if the postback also names the transaction that it reverses. */
  reversal_id?: string;
}

/**
 * What a postback reports, by its content and its network's settings alone. Has the form of `postback_verdict` in
 * packages/db.
 */
export type Verdict = { alert?: string } & (
  | ({ outcome: 'refused' | 'parked' | 'ignored'; reason: string } & Partial<PostbackIds>)
  | (PostbackIds & {
      outcome?: undefined;
      payout_micros: string | null;
      payout_paise: number | null;
      currency: string;
      rate_micros: string;
      hold_seconds: number;
      unsigned: boolean;
      click_window_seconds: number | null;
      payout_ceiling_paise: number | null;
      payout_ratio: number;
    })
);

const refuse = (reason: string): Verdict => ({ outcome: 'refused', reason });
const refuseWithAlert = (reason: string): Verdict => ({ outcome: 'refused', reason, alert: reason });

const UNFILLED_MACRO = 'holds a macro that the network did not fill in';

/** The only reasons that the reply reveals to an unauthenticated sender. */
export const NOT_SIGNED = 'Signature not valid';
export const ADDRESS_NOT_ALLOWED = 'Caller address not allowed';
/** Postbacks that are refused for these reasons do not get the network's own reply. */
export const WRONG_METHOD = 'Method not allowed';
export const TOO_LARGE = 'The body is too large';

/**
 * A postback is parked with this reason if the postback or its network's secret cannot be decrypted. It is judged when
 * the encryption key is available again.
 */
export const KEY_UNREADABLE = 'The key of this network cannot be opened';
export const KEY_UNREADABLE_VERDICT: Verdict = { outcome: 'parked', reason: KEY_UNREADABLE, alert: KEY_UNREADABLE };

/** A postback is parked with this reason while the public keys of its network have not been fetched. */
export const NO_PUBLIC_KEYS = 'The public keys of this network could not be fetched';
const NO_PUBLIC_KEYS_VERDICT: Verdict = { outcome: 'parked', reason: NO_PUBLIC_KEYS, alert: NO_PUBLIC_KEYS };

/** Makes received text safe to show and store. */
const toPrintable = (text: string): string => text.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');

/** Whether an amount is allowed. A credit must not be negative, a reversal may be. Neither may exceed the maximum. */
function isPayable(kind: PostbackKind, paise: number | null): boolean {
  if (paise === null) return true;
  return Math.abs(paise) <= MAX_RUPEES * 100 && (kind === 'reverse' || paise >= 0);
}

/**
 * Returns the keys that were valid when the postback was received, so that a rotation loses no postback in transit and
 * a replay gives the same result.
 */
const getValidKeys = ({ signingSecret, previousSecret, previousUntil }: PostbackRules, at: Date): string[] =>
  previousSecret !== null && previousUntil !== null && at <= previousUntil
    ? [signingSecret, previousSecret]
    : [signingSecret];

/**
 * Verifies a postback and reads it by its network's settings.
 * Pure: with the same settings, a stored postback always gets the same verdict. So replays and dry runs use it, too.
 */
export function readPostback(rules: PostbackRules, postback: Postback): Verdict {
  if (!rules.active) return refuse('The network is not active');
  if (postback.method !== 'GET' && postback.method !== 'POST') return refuse(WRONG_METHOD);
  // The stored body is incomplete, so it cannot be read.
  if (postback.truncatedFromBytes !== null) return refuse(TOO_LARGE);
  if (rules.isSecretLost) return KEY_UNREADABLE_VERDICT;
  const { signing } = rules;
  const publicKeys = parsePublicKeys(rules.publicKeys);
  if (signing.kind === 'ecdsa' && publicKeys === undefined) return NO_PUBLIC_KEYS_VERDICT;
  const params = getParams(postback, signing, rules.paramsIn);
  const keys = { secrets: getValidKeys(rules, postback.receivedAt), publicKeys: publicKeys?.keys ?? {} };
  if (!isSigned(signing, keys, postback, params, rules.signedUrl)) return refuse(NOT_SIGNED);
  const listed = isInAllowlist(postback.ip ?? undefined, rules.sourceAddresses);
  if (!listed && rules.sourceMode === 'enforce') {
    return { ...refuse(ADDRESS_NOT_ALLOWED), alert: 'Signed, but from an address that is not listed' };
  }
  const verdict = interpret(rules, params, postback.receivedAt);
  return listed ? verdict : { ...verdict, alert: verdict.alert ?? 'Called from an address that is not listed' };
}

/** Returns the rate of a currency at a time, in millionths of a rupee; undefined where none is set. */
export function getRate(
  { currency: ownCurrency, rateMicros, rates }: Pick<PostbackRules, 'currency' | 'rateMicros' | 'rates'>,
  currency: string,
  at: Date,
): bigint | undefined {
  const day = istDay(at);
  const [latest] = rates
    .filter((each) => each.currency === currency && each.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1));
  if (latest) return BigInt(Math.round(latest.rate * 1e6));
  return currency === ownCurrency ? rateMicros : undefined;
}

/** Reads a verified postback. */
function interpret(rules: PostbackRules, params: ReadonlyMap<string, Param[]>, receivedAt: Date): Verdict {
  const names = rules.params;
  const namesInUse = [
    ...Object.values(names),
    ...rules.statusRules.flatMap(({ when }) => when.map(({ param }) => param)),
  ];
  for (const name of namesInUse) {
    // If the values differ, the signature may cover one of them and we may read another.
    if (name && getSingleValue(params.get(name)) === 'ambiguous') return refuse(`${name} has different values`);
  }
  const prefixOf = new Map<string, string>();
  const value = (name: string | null | undefined): string => {
    const text = name ? (params.get(name)?.[0]?.bytes.toString('utf8').trim() ?? '') : '';
    const prefix = name ? prefixOf.get(name) : undefined;
    return prefix === undefined ? text : text.slice(prefix.length);
  };
  const timestampProblem = getTimestampProblem(rules.callTimestamp, value(rules.callTimestamp?.param), receivedAt);
  if (timestampProblem) return refuse(timestampProblem);
  const { kind, prefixes } = getKind(rules, value);
  if (kind === 'ignore') return { outcome: 'ignored', reason: 'The status is set to Ignore', kind };
  for (const [name, prefix] of prefixes) prefixOf.set(name, prefix);

  const clickId = value(names.click_id);
  const goalId = value(names.goal_id) || null;
  const givenTransactionId = value(names.transaction_id);
  const parent = kind === 'reverse' ? value(names.parent_id) : '';
  if ((clickId === '' && (kind !== 'reverse' || !names.transaction_id)) || clickId.length > 128) {
    return refuse(`${names.click_id} is missing or too long`);
  }
  if (names.transaction_id && (givenTransactionId === '' || givenTransactionId.length > 200)) {
    return refuseWithAlert(`${names.transaction_id} is missing or too long`);
  }
  if (goalId !== null && goalId.length > 100) return refuse(`${names.goal_id} is too long`);
  if (parent.length > 200) return refuse(`${names.parent_id} is too long`);
  const raw = (name: string | null): string => (name ? (params.get(name)?.[0]?.raw ?? '') : '');
  if (isUnfilledMacro(clickId, raw(names.click_id))) return refuseWithAlert(`${names.click_id} ${UNFILLED_MACRO}`);
  for (const [name, text] of [
    [names.transaction_id, givenTransactionId],
    [names.parent_id, parent],
  ] as const) {
    if (text === '') continue;
    // All postbacks with the same macro or placeholder would share one id, and all but the first would be repeats.
    if (isUnfilledMacro(text, raw(name))) return refuseWithAlert(`${name} ${UNFILLED_MACRO}`);
    if (isPlaceholder(text, raw(name))) {
      return refuseWithAlert(`${name} is "${toPrintable(text)}", which identifies no transaction`);
    }
  }
  if (`${clickId}${givenTransactionId}${goalId}${parent}`.includes('\u0000'))
    return refuse('a parameter holds a NUL character');
  const transactionId = names.transaction_id ? givenTransactionId : `click:${clickId}:${goalId ?? ''}`;
  const ids = {
    click_id: clickId || null,
    transaction_id: parent || transactionId,
    goal_id: goalId,
    ...(parent && parent !== transactionId ? { reversal_id: transactionId } : {}),
  };
  // An unknown status is never paid: networks use the same words for opposite things.
  if (!kind) {
    const subject = names.status
      ? `${names.status} "${toPrintable(value(names.status).toLowerCase())}"`
      : 'The postback';
    return { outcome: 'parked', reason: `${subject} is not mapped`, ...ids };
  }
  const currency = value(names.currency).toUpperCase() || rules.currency;
  const rateMicros = getRate(rules, currency, receivedAt);
  if (rateMicros === undefined) {
    const reason = `There is no rate for ${toPrintable(currency)}`;
    return { outcome: 'parked', reason, alert: reason, kind, ...ids };
  }
  const payout = value(names.payout);
  const micros = payout === '' ? null : parseMicros(payout);
  const paise = micros === null || micros === undefined ? micros : Number(payoutToPaise(micros, rateMicros));
  if (micros === undefined || paise === undefined || !isPayable(kind, paise)) {
    const reason = `${names.payout} is not an amount`;
    return { outcome: 'parked', reason, alert: reason, kind, ...ids };
  }
  return {
    kind,
    ...ids,
    payout_micros: micros === null ? null : String(micros),
    payout_paise: paise,
    currency,
    rate_micros: String(rateMicros),
    hold_seconds: rules.holdSeconds,
    unsigned: isUnsigned(rules.signing),
    ...getLimits(rules),
  };
}

/**
 * Returns the configured limits. If the values that decide about money are not signed, limits that are not configured
 * have defaults.
 */
function getLimits({ clickWindowSeconds, payoutCeilingPaise, payoutRatio, ...rules }: PostbackRules) {
  const isLimitRequired = requiresLimits({
    signing: rules.signing,
    params: rules.params,
    status_rules: rules.statusRules,
  });
  const defaults = isLimitRequired ? DEFAULT_LIMITS : { click_window_seconds: null, payout_ceiling: null };
  return {
    click_window_seconds: clickWindowSeconds ?? defaults.click_window_seconds,
    payout_ceiling_paise: payoutCeilingPaise ?? defaults.payout_ceiling,
    payout_ratio: payoutRatio,
  };
}

type Condition = StatusRule['when'][number];

function matchesCondition({ test, value: wanted }: Condition, text: string): boolean {
  switch (test) {
    case 'present':
      return text !== '';
    case 'equals':
      return text.toLowerCase() === wanted.trim().toLowerCase();
    case 'prefix':
      return wanted !== '' && text.startsWith(wanted) && text.length > wanted.length;
    case 'negative':
    case 'zero': {
      const micros = parseMicros(text);
      return micros !== undefined && (test === 'zero' ? micros === 0n : micros < 0n);
    }
  }
}

/**
 * Returns the kind of a postback. The first rule whose conditions are all met decides. If there is none, the status map
 * decides.
 * @returns the kind (undefined if the status is not mapped), and the prefixes to remove from values
 */
function getKind(
  { statusRules, statusMap, params }: Pick<PostbackRules, 'statusRules' | 'statusMap' | 'params'>,
  value: (name: string | null) => string,
): { kind: PostbackKind | undefined; prefixes: [string, string][] } {
  const rule = statusRules.find(({ when }) =>
    when.every((condition) => matchesCondition(condition, value(condition.param))),
  );
  if (rule) {
    const prefixes = rule.when
      .filter(({ test }) => test === 'prefix')
      .map(({ param, value: prefix }): [string, string] => [param, prefix]);
    return { kind: rule.kind, prefixes };
  }
  const word = value(params.status).toLowerCase();
  return { kind: Object.hasOwn(statusMap, word) ? statusMap[word] : undefined, prefixes: [] };
}
