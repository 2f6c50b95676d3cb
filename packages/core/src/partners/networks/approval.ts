import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import type { Tx } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
import type { ApprovalRules } from '../../kernel/approval.ts';
import type { ApprovalFacts } from '../../kernel/approval-facts.ts';
import { oneRow } from '../../kernel/rows.ts';
import { findLargeRateChanges, type RateChange } from './rate-change.ts';

/**
 * Changes of a network that need a second person: that its calls begin to count, rates beyond the share of the
 * settings, and how calls are verified. An admin who decides these alone can forge calls.
 */

/** No rate of any currency. */
const NO_RATES = { currency: '', rate: 0, rates: [] };

/** Calls that begin to count are judged by all of their terms, since none has been approved before. */
const startOf = (settings: NetworkSettings): RateChange[] => [
  { what: 'Slug', before: null, after: settings.slug },
  ...findLargeRateChanges(NO_RATES, settings, 0).map((rate) => ({ ...rate, before: null })),
  { what: 'How calls are verified', before: null, after: settings.signing.kind },
];

/**
 * Judges a new network. One that is created inactive needs no second person until it is switched on.
 * @param settings the input and its preset together, checked as a whole
 */
export const judgeNewNetwork = (settings: NetworkSettings): ApprovalFacts | undefined =>
  settings.is_active
    ? { kind: 'network_rate', summary: { network_id: null, starts: settings.name, changes: startOf(settings) } }
    : undefined;

/**
 * Judges a change of a network, whose row the caller has locked.
 * @param settings as they would be, checked as a whole
 */
export async function judgeNetworkChange(
  tx: Tx,
  network_id: number,
  was: NetworkSettings,
  settings: NetworkSettings,
  rules: ApprovalRules,
): Promise<ApprovalFacts | undefined> {
  if (settings.is_active && !was.is_active && !(await hasPaid(tx, network_id))) {
    return { kind: 'network_rate', summary: { network_id, starts: was.name, changes: startOf(settings) } };
  }
  const changes = findLargeRateChanges(was, settings, rules.rateShare);
  if (JSON.stringify(settings.signing) !== JSON.stringify(was.signing)) {
    changes.push({ what: 'How calls are verified', before: was.signing.kind, after: settings.signing.kind });
  }
  return changes.length === 0 ? undefined : { kind: 'network_rate', summary: { network_id, changes } };
}

/**
 * Whether calls of the network have counted before: then its secret, rates and verification were approved, or are older
 * than the rule, and one person may resume it. A credit by hand needs no call, so it does not count.
 */
async function hasPaid(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.execute<{ paid: boolean }>(sql`
    select exists (select from completions where network_id = ${id} and source = 'network') as paid`);
  return oneRow(rows).paid;
}
