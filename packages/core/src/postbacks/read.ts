import { MAX_RUPEES, parseMicros, payoutToPaise } from '@inaam/contracts/common/money';
import type { PostbackKind } from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import type { networks } from '@inaam/db/schema/networks';
import { isListed } from '../kernel/address.ts';
import type { Opened } from '../networks/secrets.ts';
import { kindOf, namesInRules } from './kind.ts';
import { type Call, type Pair, paramsOf } from './parse.ts';
import { isSigned } from './verify.ts';

/** What of a network's row decides about its calls. */
export type Rules = Pick<
  typeof networks.$inferSelect,
  | 'active'
  | 'params'
  | 'paramsIn'
  | 'statusMap'
  | 'statusRules'
  | 'signing'
  | 'signingSecret'
  | 'previousSecret'
  | 'previousUntil'
  | 'signedUrl'
  | 'sourceAddresses'
  | 'sourceMode'
  | 'currency'
  | 'rateMicros'
  | 'holdSeconds'
  | 'clickWindowSeconds'
  | 'payoutCeilingPaise'
> &
  // A row as it is stored does not do: its keys are sealed.
  Pick<Opened<object>, 'isSecretLost'>;

interface Understood {
  kind: PostbackKind;
  /** null only for a reversal, which is found by its transaction. */
  click_id: string | null;
  transaction_id: string;
  goal_id: string | null;
}

/** What `judge_postback` is given: it says what each field means. */
export type Verdict = { alert?: string } & (
  | ({ outcome: 'refused' | 'parked' | 'ignored'; reason: string } & Partial<Understood>)
  | (Understood & {
      outcome?: undefined;
      payout_micros: string | null;
      payout_paise: number | null;
      currency: string;
      rate_micros: string;
      hold_seconds: number;
      unsigned: boolean;
      click_window_seconds: number | null;
      payout_ceiling_paise: number | null;
    })
);

const refused = (reason: string): Verdict => ({ outcome: 'refused', reason });

/** Why a call was refused when nothing else may be told to its sender. */
export const NOT_SIGNED = 'Signature not valid';
export const NOT_LISTED = 'Caller address not allowed';
/** Why the edge answers otherwise than with what the network wants to be told. */
export const WRONG_METHOD = 'Method not allowed';
export const TOO_LARGE = 'The body is too large';

/** What is sealed with a key that is not here: the call waits, and is judged by itself once it can be. */
export const KEY_LOST = 'The key of this network cannot be opened';
export const keyLost: Verdict = { outcome: 'parked', reason: KEY_LOST, alert: KEY_LOST };

/** What a network sent, fit to be shown and stored. */
const printable = (text: string): string => text.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');

/** A credit is not negative; a reversal may be written so. Beyond the largest amount lies a mistake, not a payout. */
function isPayable(kind: PostbackKind, paise: number | null): boolean {
  if (paise === null) return true;
  return Math.abs(paise) <= MAX_RUPEES * 100 && (kind === 'reverse' || paise >= 0);
}

/** The keys that were alive when the call came: a rotation loses none that was under way, and a replay sees what was. */
const keysAt = ({ signingSecret, previousSecret, previousUntil }: Rules, at: Date): string[] =>
  previousSecret !== null && previousUntil !== null && at <= previousUntil
    ? [signingSecret, previousSecret]
    : [signingSecret];

/** Reads a call with its network's settings. Pure: judging a stored call again gives the same verdict. */
export function readCall(rules: Rules, call: Call): Verdict {
  if (!rules.active) return refused('The network is not active');
  if (call.method !== 'GET' && call.method !== 'POST') return refused(WRONG_METHOD);
  // What is kept of it is not what was sent.
  if (call.cutFrom !== null) return refused(TOO_LARGE);
  if (rules.isSecretLost) return keyLost;
  const params = paramsOf(call, rules.signing, rules.paramsIn);
  if (!isSigned(rules.signing, keysAt(rules, call.receivedAt), call, params, rules.signedUrl)) {
    return refused(NOT_SIGNED);
  }
  const listed = isListed(call.ip ?? undefined, rules.sourceAddresses);
  if (!listed && rules.sourceMode === 'enforce') {
    return { ...refused(NOT_LISTED), alert: 'Signed, but from an address that is not listed' };
  }
  const verdict = understand(rules, params);
  return listed ? verdict : { ...verdict, alert: 'Called from an address that is not listed' };
}

function understand(rules: Rules, params: ReadonlyMap<string, Pair[]>): Verdict {
  const names = rules.params;
  const mattering = [...Object.values(names), ...namesInRules(rules.statusRules)];
  for (const name of mattering) {
    // Two values for one name: the signer and we could mean different ones.
    if (name && (params.get(name)?.length ?? 0) > 1) return refused(`${name} is there more than once`);
  }
  const stripped = new Map<string, string>();
  const value = (name: string | null | undefined): string => {
    const text = name ? (params.get(name)?.[0]?.bytes.toString('utf8').trim() ?? '') : '';
    const prefix = name ? stripped.get(name) : undefined;
    return prefix === undefined ? text : text.slice(prefix.length);
  };
  const { kind, prefixes } = kindOf(rules, value);
  if (kind === 'ignore') return { outcome: 'ignored', reason: 'Nothing that counts here', kind };
  for (const [name, prefix] of prefixes) stripped.set(name, prefix);

  const clickId = value(names.click_id);
  const goalId = value(names.goal_id) || null;
  const given = value(names.transaction_id);
  if ((clickId === '' && (kind !== 'reverse' || !names.transaction_id)) || clickId.length > 128) {
    return refused(`${names.click_id} is missing or too long`);
  }
  if (names.transaction_id && (given === '' || given.length > 200)) {
    return refused(`${names.transaction_id} is missing or too long`);
  }
  if (goalId !== null && goalId.length > 100) return refused(`${names.goal_id} is too long`);
  if (`${clickId}${given}${goalId}`.includes('\u0000')) return refused('a parameter holds a NUL character');
  const transactionId = names.transaction_id ? given : `click:${clickId}:${goalId ?? ''}`;
  const understood = { click_id: clickId || null, transaction_id: transactionId, goal_id: goalId };
  // An unknown word is never paid: networks use the same words for opposite things.
  if (!kind) {
    const said = names.status ? `${names.status} "${printable(value(names.status).toLowerCase())}"` : 'The call';
    return { outcome: 'parked', reason: `${said} is not mapped`, ...understood };
  }
  const currency = value(names.currency).toUpperCase() || rules.currency;
  if (currency !== rules.currency) {
    return { outcome: 'parked', reason: `${names.currency} is not ${rules.currency}`, kind, ...understood };
  }
  const payout = value(names.payout);
  const micros = payout === '' ? null : parseMicros(payout);
  const paise = micros === null || micros === undefined ? micros : Number(payoutToPaise(micros, rules.rateMicros));
  if (micros === undefined || paise === undefined || !isPayable(kind, paise)) {
    return { outcome: 'refused', reason: `${names.payout} is not an amount`, kind, ...understood };
  }
  return {
    kind,
    ...understood,
    payout_micros: micros === null ? null : String(micros),
    payout_paise: paise,
    currency,
    rate_micros: String(rules.rateMicros),
    hold_seconds: rules.holdSeconds,
    unsigned: isUnsigned(rules.signing),
    click_window_seconds: rules.clickWindowSeconds,
    payout_ceiling_paise: rules.payoutCeilingPaise,
  };
}
