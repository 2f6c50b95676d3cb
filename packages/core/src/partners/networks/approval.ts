import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import type { Tx } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
import type { ApprovalRules } from '../../kernel/approval.ts';
import type { ApprovalFacts } from '../../kernel/approval-facts.ts';
import { oneRow } from '../../kernel/rows.ts';
import { findLargeRateChanges, type RateChange } from './rate-change.ts';

/**
 * Changes of a network that need a second person: the first activation, large rate changes, and changes to how
 * postbacks are verified. An admin who decides these alone could forge postbacks.
 */

const NO_RATES = { currency: '', rate: 0, rates: [] };

/** Lists all terms of a network. On activation, a second person must approve all, because none was approved before. */
const listStartTerms = (settings: NetworkSettings): RateChange[] => [
  { what: 'Slug', before: null, after: settings.slug },
  ...findLargeRateChanges(NO_RATES, settings, 0).map((rate) => ({ ...rate, before: null })),
  { what: 'How postbacks are verified', before: null, after: settings.signing.kind },
];

/**
 * Returns what a second person must approve before a network is created. An inactive network needs no approval until it
 * is activated.
 * @param settings the input merged with its preset, validated
 * @returns undefined if one person may decide alone
 */
export const judgeNewNetwork = (settings: NetworkSettings): ApprovalFacts | undefined =>
  settings.is_active
    ? { kind: 'network_rate', summary: { network_id: null, starts: settings.name, changes: listStartTerms(settings) } }
    : undefined;

/**
 * Returns what a second person must approve before a network is changed. The caller has locked the network's row.
 * @param settings the new settings, validated
 * @returns undefined if one person may decide alone
 */
export async function judgeNetworkChange(
  tx: Tx,
  network_id: number,
  oldSettings: NetworkSettings,
  settings: NetworkSettings,
  rules: ApprovalRules,
): Promise<ApprovalFacts | undefined> {
  if (settings.is_active && !oldSettings.is_active && !(await hasPaidCompletion(tx, network_id))) {
    return {
      kind: 'network_rate',
      summary: { network_id, starts: oldSettings.name, changes: listStartTerms(settings) },
    };
  }
  const changes = findLargeRateChanges(oldSettings, settings, rules.rateShare);
  if (JSON.stringify(settings.signing) !== JSON.stringify(oldSettings.signing)) {
    changes.push({
      what: 'How postbacks are verified',
      before: oldSettings.signing.kind,
      after: settings.signing.kind,
    });
  }
  return changes.length === 0 ? undefined : { kind: 'network_rate', summary: { network_id, changes } };
}

/**
 * Whether postbacks of the network have counted. If so, the network's secret, rates and verification were approved or
 * are older than the approval rule, so one person may activate the network again. A manual credit does not count,
 * because it needs no postback.
 */
async function hasPaidCompletion(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.execute<{ paid: boolean }>(sql`
    select exists (select from completions where network_id = ${id} and source = 'network') as paid`);
  return oneRow(rows).paid;
}
