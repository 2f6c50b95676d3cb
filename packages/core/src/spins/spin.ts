import { randomInt } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import type { Odds } from '@inaam/contracts/offers/odds';
import { commitmentOf, rollOf, toHex } from '@inaam/contracts/spins/draw';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { landingAngle, PARTS_PER_ROLL, wedges } from '@inaam/contracts/spins/wheel';
import type { MoveSql } from '@inaam/db/client';
import type { CommandContext } from '../command.ts';
import type { UserActor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';

interface SpinRow {
  completion_id: number;
  reversed: boolean;
  pending: boolean;
  seed: Uint8Array<ArrayBuffer>;
  odds: Odds;
  outcome: 'waiting' | 'lost' | 'owed' | 'won';
  client_seed: string | null;
  roll: number | null;
  landing_part: number | null;
  amount_paise: number | null;
  type: string | null;
  brand: string | null;
  code: string | null;
  expiry_date: string | null;
}

const findSpin = (sql: MoveSql, userId: number, offerId: number) => sql<SpinRow[]>`
  select c.id as completion_id, c.status = 'reversed' as reversed,
    (c.status = 'pending' or c.status = 'approved' and c.held_until > now()) is true as pending, s.seed, s.odds, s.outcome,
    s.client_seed, s.roll, s.landing_part, s.amount_paise, v.type, v.brand, v.code, v.expiry_date
  from completions c join spins s on s.completion_id = c.id left join vouchers v on v.completion_id = c.id
  where c.user_id = ${userId} and c.offer_id = ${offerId}`;

/**
 * Spins the wheel of a completed offer, once; asking again gives the recorded result. The roll is a pure function of
 * the stored seed, the client's seed and the completion; whichever call settles first decides the client's seed.
 * @param input `clientSeed`: at most 64 characters, mixed into the draw
 * @throws DomainError OFFER_NOT_FOUND, OFFER_NOT_COMPLETED, COMPLETION_REVERSED (its spin is withheld),
 *   COMPLETION_PENDING (the network or its hold time has yet to confirm it)
 */
export async function spin(
  { kernel, actor: { id: userId } }: CommandContext<never, UserActor>,
  { offerId, clientSeed }: { offerId: number; clientSeed: string },
): Promise<SpinResult> {
  let [row] = await kernel.read((_, sql) => findSpin(sql, userId, offerId));
  if (!row) throw await whyNotCompleted(kernel, offerId);
  if (row.outcome === 'waiting' && !row.reversed && !row.pending) {
    const { completion_id: completionId } = row;
    const roll = await rollOf(Uint8Array.from(row.seed), clientSeed, completionId);
    const part = randomInt(PARTS_PER_ROLL);
    await kernel.move((sql) => sql`select settle_spin(${completionId}, ${clientSeed}, ${roll}, ${part})`);
    [row] = await kernel.read((_, sql) => findSpin(sql, userId, offerId));
  }
  if (!row || row.outcome === 'waiting')
    throw new DomainError(row?.pending ? 'COMPLETION_PENDING' : 'COMPLETION_REVERSED');
  return toResult(row);
}

async function whyNotCompleted(kernel: Kernel, offerId: number): Promise<DomainError> {
  const found = await kernel.read((_, sql) => sql`select 1 from offers where id = ${offerId}`);
  return new DomainError(found.length > 0 ? 'OFFER_NOT_COMPLETED' : 'OFFER_NOT_FOUND');
}

async function toResult(row: SpinRow): Promise<SpinResult> {
  const { roll, landing_part: part, client_seed: clientSeed, completion_id: completionId } = row;
  if (roll === null || part === null || clientSeed === null) throw new Error('a settled spin lacks its roll');
  const seed = Uint8Array.from(row.seed);
  const wheel = wedges(row.odds);
  const amount = row.amount_paise === null ? null : toRupees(row.amount_paise);
  const { code, brand, type, expiry_date } = row;
  const assigned = amount !== null && code !== null && brand !== null && type !== null && expiry_date !== null;
  return {
    success: true,
    rewardType: rewardType(amount),
    message: messageFor(amount, brand),
    landingAngle: landingAngle(wheel, row.odds, roll, part),
    wheel,
    ...(assigned ? { voucher: { amount, type, brand, code, expiry_date } } : {}),
    proof: { serverSeed: toHex(seed), clientSeed, completionId, commitment: await commitmentOf(seed), roll },
  };
}

function messageFor(amount: number | null, brand: string | null): string {
  if (amount === null) return 'Better luck next time!';
  if (brand === null)
    return `You won a ${formatRupees(amount)} voucher! Your code will be here as soon as stock arrives.`;
  return `Congratulations! You won a ${formatRupees(amount)} ${brand} voucher!`;
}
