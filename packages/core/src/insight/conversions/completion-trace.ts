import { DomainError } from '@inaam/contracts/common/errors';
import { joinNames } from '@inaam/contracts/common/format';
import { formatMicros, toRupees } from '@inaam/contracts/common/money';
import type { CompletionTrace } from '@inaam/contracts/completions/trace';
import { toSpinnerConfig } from '@inaam/contracts/offers/odds';
import { toHex } from '@inaam/contracts/spins/draw';
import type { Db } from '@inaam/db/client';
import { clicks } from '@inaam/db/schema/clicks';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers, type StoredGoal } from '@inaam/db/schema/offers';
import { postbacks } from '@inaam/db/schema/postbacks';
import { completionStates } from '@inaam/db/views/completions';
import { paymentStates } from '@inaam/db/views/payments';
import { spinStates } from '@inaam/db/views/spins';
import { asc, desc, eq, or } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { getSubjectAuditTrail } from '../../kernel/subject-audit-trail.ts';
import { openSeed } from '../../ledger/spins/seed.ts';
import { listCompletionVouchers } from '../../ledger/vouchers/completion-vouchers.ts';
import { decryptAndMask, maskSignature } from '../../partners/postbacks/mask.ts';

/** A network that repeats a postback many times must not fill the screen. */
const MAX_POSTBACKS = 100;

/**
 * Returns one completion with its click, postbacks, payments, spin, vouchers and audit trail.
 * @throws DomainError COMPLETION_NOT_FOUND
 */
export async function getCompletionTrace(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  completionId: number,
): Promise<CompletionTrace> {
  return kernel.read(async (db) => {
    const [row] = await db
      .select({
        completion: completionStates,
        network: networks,
        user: users,
        offer: offers,
        click: clicks,
        spin: spinStates,
      })
      .from(completionStates)
      .innerJoin(networks, eq(networks.id, completionStates.networkId))
      .innerJoin(users, eq(users.id, completionStates.userId))
      .innerJoin(offers, eq(offers.id, completionStates.offerId))
      .leftJoin(clicks, eq(clicks.id, completionStates.clickId))
      .innerJoin(spinStates, eq(spinStates.completionId, completionStates.id))
      .where(eq(completionStates.id, completionId));
    if (!row) throw new DomainError('COMPLETION_NOT_FOUND');
    const { completion, network, user, offer, click, spin } = row;
    const vouchers = await listCompletionVouchers(db, [completionId]);
    const goals = await readGoals(db, completionId, offer.goals);
    return {
      completion: {
        completion_id: completion.id,
        completed_at: completion.completedAt.toISOString(),
        status: completion.status,
        state: completion.state,
        reversed_at: completion.reversedAt?.toISOString() ?? null,
        held_until: completion.onHoldUntil?.toISOString() ?? null,
        goal_id: completion.goalId,
        awaits_goal: completion.awaitedGoal !== null,
        source: completion.source as CompletionTrace['completion']['source'],
        network: network.name,
        transaction_id: completion.transactionId,
        payout_amount: toRupees(completion.payoutPaise),
        reported_payout: completion.payoutMicros === null ? null : formatMicros(completion.payoutMicros),
        currency: completion.currency,
        rate: Number(completion.rateMicros) / 1_000_000,
      },
      goals,
      user: {
        user_id: user.id,
        name: joinNames(user.firstName, user.lastName),
        email: user.email,
        is_suspicious: user.suspendedAt !== null,
      },
      offer: {
        offer_id: offer.id,
        external_offer_id: offer.externalOfferId,
        title: offer.title,
        category: offer.category,
      },
      click: click && {
        click_id: click.clickId,
        created_at: click.createdAt.toISOString(),
        ip: click.ip,
        device: click.device,
        user_agent: click.userAgent,
      },
      postbacks: click ? await readPostbacks(db, secrets, completionId, click.clickId) : [],
      spin: toSpin(secrets, spin),
      vouchers,
      audit: await getSubjectAuditTrail(db, {
        completions: [completionId],
        vouchers: vouchers.map((voucher) => voucher.voucher_id),
      }),
    };
  });
}

async function readGoals(
  db: Db,
  completionId: number,
  named: readonly StoredGoal[],
): Promise<CompletionTrace['goals']> {
  const rows = await db
    .select()
    .from(paymentStates)
    .where(eq(paymentStates.completionId, completionId))
    .orderBy(asc(paymentStates.id));
  return rows.map((row) => ({
    payment_id: row.id,
    at: row.at.toISOString(),
    goal_id: row.goalId,
    name: named.find(({ goal_id }) => goal_id === row.goalId)?.name ?? '',
    transaction_id: row.transactionId,
    status: row.status,
    reversed_at: row.reversedAt?.toISOString() ?? null,
    payout_amount: toRupees(row.payoutPaise),
    reported_payout: formatMicros(row.payoutMicros),
    currency: row.currency,
    rate: Number(row.rateMicros) / 1_000_000,
  }));
}

/** Reads postbacks that name the completion's click or were matched to the completion. */
async function readPostbacks(db: Db, box: SecretBox, completionId: number, clickId: string) {
  const rows = await db
    .select({ postback: postbacks, network: networks })
    .from(postbacks)
    // A postback of another network can name the same click. Its signature is masked by the settings of that network.
    .innerJoin(networks, eq(networks.id, postbacks.networkId))
    .where(or(eq(postbacks.completionId, completionId), eq(postbacks.clickId, clickId)))
    .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
    .limit(MAX_POSTBACKS);
  return rows.map(({ postback, network }) => ({
    postback_id: postback.id,
    received_at: postback.receivedAt.toISOString(),
    method: postback.method,
    ip: postback.ip,
    query: formatMaskedCall(box, postback, network),
    outcome: postback.outcome,
    reason: postback.reason,
  }));
}

function formatMaskedCall(
  box: SecretBox,
  postback: typeof postbacks.$inferSelect,
  network: typeof networks.$inferSelect,
): string {
  const { query, body } = decryptAndMask(box, postback, network);
  return [query, body]
    .filter((part) => part !== '')
    .map((part) => maskSignature(part, network.signing))
    .join('\n');
}

function toSpin(box: SecretBox, spin: typeof spinStates.$inferSelect): CompletionTrace['spin'] {
  const { roll, clientSeed } = spin;
  return {
    outcome: spin.outcome,
    commitment: toHex(spin.commitment),
    spinner_config: toSpinnerConfig(spin.odds),
    spun_at: spin.spunAt?.toISOString() ?? null,
    amount: spin.amountPaise === null ? null : toRupees(spin.amountPaise),
    proof:
      roll === null || clientSeed === null
        ? null
        : {
            serverSeed: toHex(openSeed(box, spin.seed, spin.commitment)),
            clientSeed,
            roll,
            clientSeedHash: spin.clientSeedHash && toHex(spin.clientSeedHash),
            share: spin.clientSeedStatus ?? 'open',
          },
  };
}
