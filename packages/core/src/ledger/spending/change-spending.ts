import { DomainError } from '@inaam/contracts/common/errors';
import { formatRupees } from '@inaam/contracts/common/format';
import type { PausablePart, SpendPeriod } from '@inaam/contracts/spending/spending';
import { offers } from '@inaam/db/schema/offers';
import { pauses, spendCeilings } from '@inaam/db/schema/spending';
import { and, eq, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { readPauses } from '../../kernel/pauses.ts';

/** Commands that change pauses and ceilings. Other processes see a change within a second. */

/**
 * Pauses a part of the app. If it is already paused, restarts the pause with the new end and note.
 * @param input `minutes`: null for a pause without an end
 */
export async function pausePart(
  { kernel, actor }: CommandContext,
  { part, minutes, note }: { part: PausablePart; minutes: number | null; note: string | null },
): Promise<void> {
  await kernel.write(async (tx) => {
    const until = minutes === null ? null : sql`now() + ${minutes} * interval '1 minute'`;
    await tx
      .insert(pauses)
      .values({ part, until, note })
      .onConflictDoUpdate({ target: pauses.part, set: { since: sql`now()`, until, note } });
    await writeAuditEntry(tx, actor, {
      action: 'pauses.start',
      subject: part,
      after: { minutes },
      ...(note !== null && { note }),
    });
  });
  await readPauses(kernel);
}

/** Ends a pause. Does nothing if the part is not paused. */
export async function resumePart({ kernel, actor }: CommandContext, { part }: { part: PausablePart }): Promise<void> {
  await kernel.write(async (tx) => {
    const ended = await tx.delete(pauses).where(eq(pauses.part, part)).returning({ part: pauses.part });
    if (ended.length > 0) await writeAuditEntry(tx, actor, { action: 'pauses.end', subject: part });
  });
  await readPauses(kernel);
}

/** Returns the offer ID under which a ceiling is stored: 0 for all offers together. */
const toKey = (offerId: number | null) => offerId ?? 0;

interface CeilingKey {
  offer_id: number | null;
  period: SpendPeriod;
}

const nameCeiling = ({ offer_id, period }: CeilingKey): string => `${offer_id ?? 'house'} ${period}`;

/**
 * Sets or removes the ceiling of an offer, or of all offers together.
 * @param input `rupees`: null removes the ceiling
 * @throws DomainError OFFER_NOT_FOUND
 */
export async function setCeiling(
  { kernel, actor }: CommandContext,
  input: CeilingKey & { rupees: number | null },
): Promise<void> {
  const { offer_id, period, rupees } = input;
  const isThis = and(eq(spendCeilings.offerId, toKey(offer_id)), eq(spendCeilings.period, period));
  await kernel.write(async (tx) => {
    if (offer_id !== null) {
      const [offer] = await tx.select({ id: offers.id }).from(offers).where(eq(offers.id, offer_id));
      if (!offer) throw new DomainError('OFFER_NOT_FOUND');
    }
    const [before] = await tx.select().from(spendCeilings).where(isThis).for('update');
    if (rupees === null) await tx.delete(spendCeilings).where(isThis);
    else {
      const paise = rupees * 100;
      await tx
        .insert(spendCeilings)
        .values({ offerId: toKey(offer_id), period, paise })
        .onConflictDoUpdate({
          target: [spendCeilings.offerId, spendCeilings.period],
          set: { paise, liftedUntil: null },
        });
    }
    await writeAuditEntry(tx, actor, {
      action: 'ceilings.set',
      subject: nameCeiling(input),
      before: before ? { ceiling: formatRupees(before.paise / 100) } : null,
      after: rupees === null ? null : { ceiling: formatRupees(rupees) },
    });
  });
  await readPauses(kernel);
}

/**
 * Lifts a ceiling: spins are allowed, whatever they cost, until the present hour or day of the ceiling ends. Does
 * nothing if there is no such ceiling.
 */
export async function liftCeiling({ kernel, actor }: CommandContext, input: CeilingKey): Promise<void> {
  const { offer_id, period } = input;
  await kernel.write(async (tx) => {
    const lifted = await tx.execute(sql`
      update spend_ceilings c set lifted_until = l.ends_at
      from list_ceilings() l
      where (l.offer_id, l.period) = (c.offer_id, c.period)
        and c.offer_id = ${toKey(offer_id)}::bigint and c.period = ${period}
      returning c.paise`);
    if (lifted.length > 0) await writeAuditEntry(tx, actor, { action: 'ceilings.lift', subject: nameCeiling(input) });
  });
  await readPauses(kernel);
}
