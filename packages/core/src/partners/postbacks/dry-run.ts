import { DomainError } from '@inaam/contracts/common/errors';
import { formatDuration } from '@inaam/contracts/common/time';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { Difference, DryRunInput, DryRunReport } from '@inaam/contracts/postbacks/replay';
import { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { desc, eq } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { openNetworkSecrets } from '../../kernel/network-secrets.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { toSettings } from '../settings/network-view.ts';
import type { PostbackRules } from '../settings/rules.ts';
import { toRules, validateSettings, withoutUndefined } from '../settings/settings.ts';
import { postbackFilter } from './inbox.ts';
import { readPostback, type Verdict } from './read.ts';
import { toDifference } from './replay.ts';
import { openPostback } from './seal.ts';

/**
 * Lists which of the newest stored postbacks would have another result with the changed settings. Writes nothing.
 * @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (the settings are not valid together)
 */
export async function dryRun(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  input: DryRunInput,
): Promise<DryRunReport> {
  const { network, stored } = await kernel.read(async (db) => {
    const [row] = await db.select().from(networks).where(eq(networks.id, input.network_id));
    if (!row) throw new DomainError('NETWORK_NOT_FOUND');
    const newest = await db
      .select()
      .from(postbacks)
      .where(postbackFilter(input))
      .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
      .limit(input.limit);
    return { network: row, stored: newest };
  });
  const settings = { ...toSettings(network), ...withoutUndefined(input.changes) };
  validateSettings(settings);
  const before = openNetworkSecrets(secrets, network);
  const { previousSecret, previousUntil } = before;
  const after: PostbackRules = toRules(settings, {
    signingSecret: input.secret ?? before.signingSecret,
    previousSecret,
    previousUntil,
    isSecretLost: input.secret === undefined && before.isSecretLost,
  });
  const differences: Difference[] = [];
  for (const each of stored) {
    const postback = openPostback(secrets, each.retryKey, each);
    if (!postback) continue;
    const [current, proposed] = [readPostback(before, postback), readPostback(after, postback)];
    if (getComparisonKey(current) === getComparisonKey(proposed)) continue;
    differences.push(toDifference(each, getOutcome(proposed), describeVerdict(proposed)));
  }
  return { checked_count: stored.length, differences };
}

/** Returns the outcome that the postback alone implies, before its click and completion are checked. */
function getOutcome(verdict: Verdict): PostbackOutcome {
  if (verdict.outcome !== undefined) return verdict.outcome;
  return verdict.kind === 'approve' ? 'accepted' : verdict.kind === 'pending' ? 'pending' : 'reversed';
}

/** Serializes the fields of a verdict that depend on the settings, so that two verdicts can be compared. */
function getComparisonKey(verdict: Verdict): string {
  if (verdict.outcome !== undefined) return `${verdict.outcome} ${verdict.reason}`;
  const { click_id, transaction_id, goal_id, payout_paise, hold_seconds } = verdict;
  return JSON.stringify([verdict.kind, click_id, transaction_id, goal_id, payout_paise, hold_seconds, verdict.alert]);
}

function describeVerdict(verdict: Verdict): string {
  if (verdict.outcome !== undefined) return verdict.reason;
  const { kind, click_id, transaction_id, payout_paise, hold_seconds } = verdict;
  const payoutText = payout_paise === null ? 'the offer’s own payout' : `${(payout_paise / 100).toFixed(2)} INR`;
  const holdText = hold_seconds > 0 ? `, held for ${formatDuration(hold_seconds)}` : '';
  return `${kind}: click ${click_id ?? 'none'}, transaction ${transaction_id}, ${payoutText}${holdText}`;
}
