import { MAX_RUPEES, parseMicros, payoutToPaise } from '@inaam/contracts/money';
import type { networks } from '@inaam/db/schema/networks';
import { isListed } from '../kernel/address.ts';
import { isSignedBy } from './verify-signature.ts';

export type Network = Pick<
  typeof networks.$inferSelect,
  'active' | 'params' | 'statusMap' | 'signing' | 'signingSecret' | 'sourceAddresses' | 'currency' | 'rateMicros'
>;

/** A call as it came. */
export interface RawPostback {
  method: string;
  /** What follows the `?`, byte for byte. */
  rawQuery: string;
  rawBody: string;
  contentType: string | null;
  /** The client's address as it is, not normalised: allow-lists name single addresses. */
  ip: string | null;
}

interface Understood {
  kind: 'approve' | 'reverse';
  click_id: string;
  transaction_id: string;
}

/** What `judge_postback` is given. */
export type Verdict =
  | ({ outcome: 'refused' | 'parked'; reason: string } & Partial<Understood>)
  | (Understood & {
      payout_micros: string | null;
      payout_paise: number | null;
      currency: string;
      rate_micros: string;
    });

const refused = (reason: string): Verdict => ({ outcome: 'refused', reason });

/** Why a call was refused when nothing else may be told to its sender. */
export const NOT_SIGNED = 'Signature not valid';
export const NOT_LISTED = 'Caller address not allowed';

/** What a network sent, fit to be shown and stored. */
const printable = (text: string): string => text.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');

/** A credit is not negative; a reversal may be written so. Beyond the largest amount lies a mistake, not a payout. */
function isPayable(kind: 'approve' | 'reverse', paise: number | null): boolean {
  if (paise === null) return true;
  return Math.abs(paise) <= MAX_RUPEES * 100 && (kind === 'reverse' || paise >= 0);
}

/** Reads a call with its network's settings. Pure: judging a stored call again gives the same verdict. */
export function readPostback(network: Network, raw: RawPostback): Verdict {
  if (!network.active) return refused('The network is not active');
  if (!isListed(raw.ip ?? undefined, network.sourceAddresses)) return refused(NOT_LISTED);
  if (!isSignedBy(network.signing, network.signingSecret, raw.rawQuery)) return refused(NOT_SIGNED);

  const query = new URLSearchParams(raw.rawQuery);
  const { click_id, transaction_id, payout: payoutName, currency: currencyName, status: statusName } = network.params;
  const names = {
    click_id,
    transaction_id: transaction_id ?? '',
    payout: payoutName ?? '',
    currency: currencyName ?? '',
    status: statusName ?? '',
  };
  for (const name of Object.values(names)) {
    // Two values for one name: the signer and we could mean different ones.
    if (query.getAll(name).length > 1) return refused(`${name} is there more than once`);
  }
  const clickId = query.get(names.click_id)?.trim() ?? '';
  const transactionId = query.get(names.transaction_id)?.trim() ?? '';
  if (clickId === '' || clickId.length > 128) return refused(`${names.click_id} is missing or too long`);
  if (transactionId === '' || transactionId.length > 200)
    return refused(`${names.transaction_id} is missing or too long`);
  if (`${clickId}${transactionId}`.includes('\u0000')) return refused('a parameter holds a NUL character');

  const status = query.get(names.status)?.trim().toLowerCase() ?? '';
  const kind = Object.hasOwn(network.statusMap, status) ? network.statusMap[status] : undefined;
  const understood = { click_id: clickId, transaction_id: transactionId };
  // An unknown word is never paid: networks use the same words for opposite things.
  if (kind !== 'approve' && kind !== 'reverse')
    return { outcome: 'parked', reason: `${names.status} "${printable(status)}" is not mapped`, ...understood };

  const currency = query.get(names.currency)?.trim().toUpperCase() || network.currency;
  if (currency !== network.currency) {
    return { outcome: 'parked', reason: `${names.currency} is not ${network.currency}`, kind, ...understood };
  }
  const payout = query.get(names.payout)?.trim() ?? '';
  const micros = payout === '' ? null : parseMicros(payout);
  const paise = micros === null || micros === undefined ? micros : Number(payoutToPaise(micros, network.rateMicros));
  if (micros === undefined || paise === undefined || !isPayable(kind, paise)) {
    return { outcome: 'refused', reason: `${names.payout} is not an amount`, kind, ...understood };
  }
  return {
    kind,
    ...understood,
    payout_micros: micros === null ? null : String(micros),
    payout_paise: paise,
    currency,
    rate_micros: String(network.rateMicros),
  };
}
