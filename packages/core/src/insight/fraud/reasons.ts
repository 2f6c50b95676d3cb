import type { Evidence } from '@inaam/contracts/fraud/evidence';
import { type Behaviour, type FastCompletions, SOON_AFTER_CLICK, SOON_AFTER_REGISTERING } from './behaviour.ts';
import { findBurst, formatSpan, type Registration } from './sharing.ts';

/**
 * Reasons in words, only from stored facts that a person can check. A reason is strong if it hardly ever applies to
 * honest users. Sharing a carrier's address is never a strong reason.
 */

export type Reason = Evidence['reasons'][number];

export interface Source {
  /** The number of all accounts; `registrations` contains only the newest. */
  accounts: number;
  registrations: readonly Registration[];
}

const strongIf = (isStrong: boolean): Reason['weight'] => (isStrong ? 'strong' : 'weak');

function registrationsText({ accounts, registrations }: Source, kind: string): string {
  const together = findBurst(registrations.map(({ at }) => at));
  if (!together) return `${accounts} accounts on this ${kind}`;
  const within = `within ${formatSpan(together.span)}`;
  if (together.count === accounts) return `${accounts} accounts on this ${kind} ${within}`;
  return `${accounts} accounts on this ${kind}, ${together.count} of them ${within}`;
}

/** Two people may share a phone, but three accounts on one device are seldom three people. */
export function deviceReasons(source: Source): Reason[] {
  if (source.accounts < 2) return [];
  return [{ text: registrationsText(source, 'device'), weight: strongIf(source.accounts >= 3) }];
}

/** Households, offices and carriers share addresses, so only shared devices give a strong reason. */
export function addressReasons(source: Source, isCarrier: boolean): Reason[] {
  const { accounts, registrations } = source;
  if (accounts < 2) return [];
  if (isCarrier) return [{ text: `${accounts} accounts on this address`, weight: 'weak' }];
  const reasons: Reason[] = [];
  const fingerprints = registrations.map(({ device }) => device).filter((device) => device !== null);
  const devices = new Set(fingerprints).size;
  if (fingerprints.length >= 4 && devices * 2 <= fingerprints.length) {
    const on = devices === 1 ? 'only 1 device' : `only ${devices} devices`;
    reasons.push({ text: `${fingerprints.length} accounts on this address share ${on}`, weight: 'strong' });
  }
  reasons.push({ text: registrationsText(source, 'address'), weight: 'weak' });
  const browsers = new Set(registrations.map(({ userAgent }) => userAgent));
  if (devices >= 4 && browsers.size === 1 && !browsers.has(null)) {
    reasons.push({ text: `${devices} devices on this address, all with the same browser`, weight: 'weak' });
  }
  return reasons;
}

export function listLinkedReasons(
  kind: 'device' | 'address',
  flagged: readonly string[],
  weight: Reason['weight'],
): Reason[] {
  if (flagged.length === 0) return [];
  const shown = flagged.slice(0, 3).join(', ');
  const more = flagged.length > 3 ? ` and ${flagged.length - 3} more` : '';
  const accounts = flagged.length === 1 ? 'a flagged account' : `${flagged.length} flagged accounts`;
  return [{ text: `Same ${kind} as ${accounts} (${shown}${more})`, weight }];
}

export function listFlaggedReasons(flagged: number, accounts: number, mayBeStrong: boolean): Reason[] {
  if (flagged === 0) return [];
  const text =
    accounts === 1
      ? 'Its only account is flagged'
      : `${flagged} of ${accounts} accounts ${flagged === 1 ? 'is' : 'are'} flagged`;
  return [{ text, weight: strongIf(mayBeStrong && (flagged >= 2 || flagged === accounts)) }];
}

export function listBlockedReasons(
  kind: 'device' | 'address',
  blocked: readonly string[],
  isCarrier = false,
): Reason[] {
  return blocked.map((key) => ({ text: `Seen on a blocked ${kind} (${key})`, weight: strongIf(!isCarrier) }));
}

/** Reasons for fast completions and reversals. The texts for several accounts say how many accounts were fast. */
export function behaviourReasons(
  { soonAfterRegistering, soonAfterClick, completions, reversed }: Behaviour,
  accounts: number,
): Reason[] {
  const reasons: Reason[] = [];
  const alone = accounts === 1;
  if (soonAfterRegistering.most >= SOON_AFTER_REGISTERING.offers) {
    const within = `within ${SOON_AFTER_REGISTERING.minutes} minutes of registering`;
    const text = fastText(soonAfterRegistering, SOON_AFTER_REGISTERING.offers, within, alone);
    reasons.push({ text, weight: strongIf(soonAfterRegistering.most >= 5) });
  }
  if (soonAfterClick.most >= SOON_AFTER_CLICK.offers) {
    const within = `within ${SOON_AFTER_CLICK.seconds} seconds of starting them`;
    const text = fastText(soonAfterClick, SOON_AFTER_CLICK.offers, within, alone);
    reasons.push({ text, weight: 'strong' });
  }
  if (reversed > 0) {
    const word = completions === 1 ? 'completion' : 'completions';
    const text = `The network reversed ${reversed} of ${completions} ${word}`;
    reasons.push({ text, weight: strongIf(reversed >= 2 && reversed * 2 >= completions) });
  }
  return reasons;
}

function fastText({ most, accounts }: FastCompletions, limit: number, within: string, alone: boolean): string {
  if (alone) return `Completed ${most} offers ${within}`;
  return `${formatAccounts(accounts)} completed ${limit} or more offers ${within}, up to ${most}`;
}

const formatAccounts = (accounts: number): string => (accounts === 1 ? '1 account' : `${accounts} accounts`);

/** Sorts strong reasons first and keeps the order otherwise. */
export const byWeight = (reasons: readonly Reason[]): Reason[] => [
  ...reasons.filter(({ weight }) => weight === 'strong'),
  ...reasons.filter(({ weight }) => weight === 'weak'),
];
