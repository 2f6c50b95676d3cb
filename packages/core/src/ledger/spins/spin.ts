import { randomInt } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import type { Odds } from '@inaam/contracts/offers/odds';
import { toHex } from '@inaam/contracts/spins/draw';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import { type SpinResult, spinInput } from '@inaam/contracts/spins/spins';
import { computeLandingAngle, PARTS_PER_ROLL, WHEEL_LAYOUT } from '@inaam/contracts/spins/wheel';
import type { SqlClient, SqlPart } from '@inaam/db/client';
import type { UserActor } from '../../kernel/actor.ts';
import { runInBatches } from '../../kernel/batches.ts';
import {
  type CallerColumns,
  type CallerRow,
  callersQuery,
  getStatementRows,
  type SessionStatement,
} from '../../kernel/caller.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { refusePausedSpin } from '../../kernel/pauses.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { invalidateList } from '../list-cache/store.ts';
import { openCode, openPin } from '../vouchers/codes.ts';
import { type ClientSeedStatus, resolveClientSeed } from './client-seed.ts';
import { computeCommitment, computeRoll } from './draw.ts';
import { openSeed } from './seed.ts';
import { getWheel } from './wheels.ts';

/** The recorded spin of a completion. `roll` is null if the completion is not spun, or if its spin is withheld. */
interface RecordedSpin {
  withheld: boolean | null;
  roll: number | null;
  landing_permille: number | null;
  wheel_layout: number | null;
  client_seed: string | null;
  client_seed_status: ClientSeedStatus | null;
  amount_paise: number | null;
  type: string | null;
  brand: string | null;
  code: string | null;
  pin: string | null;
  expiry_date: string | null;
}

/** A completion with its recorded spin and the inputs of its draw. */
interface SpinnableRow extends RecordedSpin {
  completion_id: number;
  pending: boolean;
  seed: Uint8Array<ArrayBuffer>;
  commitment: Uint8Array<ArrayBuffer>;
  odds: Odds;
  client_seed_hash: Uint8Array<ArrayBuffer> | null;
}

/**
 * Reads a completion, its seed and its recorded spin, using only indexes. Joining the view `completion_states` would
 * exceed the number of tables that the planner reorders.
 */
const selectSpinnable = (sql: SqlClient, userId: SqlPart<number>, offerId: SqlPart<number>) => sql`
  select c.id as completion_id, c.seed, c.commitment, c.client_seed_hash, o.odds,
    spin_status(coalesce(c.approved_at, e.at), coalesce(c.held_until, e.held_until)) <> 'ready' as pending,
    s.completion_id is not null and s.roll is null as withheld, s.roll, s.landing_permille, s.wheel_layout,
    s.client_seed, s.client_seed_status, s.amount_paise, v.type, v.brand, v.code, v.pin, v.expiry_date
  from completions c
  join offer_odds o on o.offer_id = c.offer_id and o.version = c.odds_version
  left join completion_events e on e.completion_id = c.id and e.kind = 'approved'
  left join spins s on s.completion_id = c.id
  left join completion_vouchers v on v.completion_id = s.completion_id and s.amount_paise is not null
  where c.user_id = ${userId} and c.offer_id = ${offerId}`;

/** Finds the session and the completion in one statement. Without a completion, its columns are null. */
export const spinStatement: SessionStatement<SpinnableRow | NoCompletion> = {
  getCallerQuery(input) {
    const { data } = spinInput.safeParse(input);
    return (
      data && ((sql, caller, sessionId, ip) => readSpinnable(sql, { caller, sessionId, ip, offerId: data.offerId }))
    );
  },
};

interface SpinCall {
  caller: CallerRow;
  sessionId: string;
  ip: string | null;
  offerId: number;
}

const readSpinnable = runInBatches<SpinCall, CallerColumns & (SpinnableRow | NoCompletion)>({
  single: (sql, { caller, sessionId, ip, offerId }) => sql`
    select p.*, x.* from (${caller(sql, sessionId, ip)}) p
    left join lateral (${selectSpinnable(sql, sql`p."personId"`, offerId)}) x on true`,
  batched: (sql, calls) => sql`
    select q.place::int, p.*, x.*
    from unnest(${calls.map(({ sessionId }) => sessionId)}::text[], ${calls.map(({ ip }) => ip)}::text[],
      ${calls.map(({ offerId }) => offerId)}::bigint[]) with ordinality q (session_id, ip, offer_id, place)
    cross join lateral (${callersQuery(calls)(sql, sql`q.session_id`, sql`q.ip`)}) p
    left join lateral (${selectSpinnable(sql, sql`p."personId"`, sql`q.offer_id`)}) x on true`,
});

interface NoCompletion {
  completion_id: null;
}

interface SpinRules {
  /** Refuses spins of users without a verified e-mail address. */
  verifyBeforeSpin: boolean;
}

/**
 * Spins the wheel of a completed offer once; a repeat returns the recorded result. The roll depends only on the
 * server's seed, the client's seed and the completion. If calls are concurrent, the one that settles the spin decides
 * the client's seed.
 * @param input `clientSeed`: at most 64 characters, mixed into the draw
 * @throws DomainError EMAIL_NOT_VERIFIED, OFFER_NOT_FOUND, OFFER_NOT_COMPLETED, COMPLETION_REVERSED (its spin is
 *   withheld), COMPLETION_PENDING (unconfirmed, or on hold), SPINS_PAUSED (a recorded spin is still answered),
 *   UNAVAILABLE (the seed cannot be opened or does not match its commitment, or the pauses cannot be read)
 */
export async function spin(
  command: CommandContext<{ secrets: SecretBox; accounts: SpinRules }, UserActor>,
  { offerId, clientSeed }: { offerId: number; clientSeed: string },
): Promise<SpinResult> {
  const { kernel, secrets, accounts, actor } = command;
  if (accounts.verifyBeforeSpin && !actor.verified) throw new DomainError('EMAIL_NOT_VERIFIED');
  const { id: userId } = actor;
  const [row] =
    getStatementRows(spinStatement, command) ??
    (await kernel.read((_, sql) => selectSpinnable(sql, userId, offerId) as unknown as Promise<SpinnableRow[]>));
  if (!row || row.completion_id === null) throw await getNotCompletedError(kernel, offerId);
  if (row.withheld) throw new DomainError('COMPLETION_REVERSED');
  if (row.roll !== null) return toResult(secrets, row, row);
  if (row.pending) throw await getNotYetError(kernel, row.completion_id);
  await refusePausedSpin(kernel, offerId);
  const { completion_id: completionId } = row;
  const seed = openSeed(secrets, row.seed, row.commitment);
  // A seed that does not match its commitment must not decide a draw.
  if (computeCommitment(seed) !== toHex(row.commitment)) throw new DomainError('UNAVAILABLE');
  const { text, status } = resolveClientSeed(clientSeed, row.client_seed_hash);
  const roll = computeRoll(seed, text, completionId);
  const landingPermille = randomInt(PARTS_PER_ROLL);
  const settled = oneRow(
    await kernel.runIdempotent((sql) => settle(sql, { completionId, roll, landingPermille, text, status })),
  );
  invalidateList(kernel, userId);
  if (settled.withheld) throw new DomainError('COMPLETION_REVERSED');
  // The completion was ready when it was read, so this happens only after the database's clock was set back.
  if (settled.roll === null) throw new DomainError('COMPLETION_PENDING');
  return toResult(secrets, row, settled, seed);
}

interface Draw {
  completionId: number;
  roll: number;
  landingPermille: number;
  text: string;
  status: ClientSeedStatus;
}

const settleSpins = (sql: SqlClient, draws: readonly Draw[]) => sql<(RecordedSpin & { place: number })[]>`
  select * from settle_spins(${draws.map((draw) => draw.completionId)}, ${draws.map(({ roll }) => roll)},
    ${draws.map(({ landingPermille }) => landingPermille)}, ${WHEEL_LAYOUT}, ${draws.map(({ text }) => text)},
    ${draws.map(({ status }) => status)})`;

const settle = runInBatches<Draw, RecordedSpin>({
  single: (sql, draw) => settleSpins(sql, [draw]),
  batched: settleSpins,
});

async function getNotCompletedError(kernel: Kernel, offerId: number): Promise<DomainError> {
  const offer = await kernel.read((_, sql) => sql`select 1 from offers where id = ${offerId}`);
  return new DomainError(offer.length > 0 ? 'OFFER_NOT_COMPLETED' : 'OFFER_NOT_FOUND');
}

/** Returns OFFER_NOT_COMPLETED if the goal that gives the spin is missing, else COMPLETION_PENDING. */
async function getNotYetError(kernel: Kernel, completionId: number): Promise<DomainError> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ awaiting: boolean }[]>`
      select awaited_goal is not null as awaiting from completion_states where id = ${completionId}`,
  );
  return new DomainError(row?.awaiting ? 'OFFER_NOT_COMPLETED' : 'COMPLETION_PENDING');
}

function toResult(
  secrets: SecretBox,
  { completion_id: completionId, seed: stored, commitment, client_seed_hash: hash, odds }: SpinnableRow,
  spun: RecordedSpin,
  seed = openSeed(secrets, stored, commitment),
): SpinResult {
  const {
    roll,
    landing_permille: landingPermille,
    client_seed: clientSeed,
    code,
    pin,
    brand,
    type,
    expiry_date,
  } = spun;
  if (roll === null || landingPermille === null || clientSeed === null || spun.wheel_layout === null)
    throw new Error('a settled spin has no roll');
  const { wedges: wheel } = getWheel(odds, spun.wheel_layout);
  const amount = spun.amount_paise === null ? null : toRupees(spun.amount_paise);
  const { amount_paise } = spun;
  const voucher =
    amount_paise !== null && amount !== null && code !== null && brand !== null && type !== null && expiry_date !== null
      ? {
          amount,
          type,
          brand,
          code: openCode(secrets, code, amount_paise),
          pin: openPin(secrets, pin, amount_paise),
          expiry_date,
        }
      : undefined;
  return {
    success: true,
    rewardType: rewardType(amount),
    message: messageFor(amount, brand),
    landingAngle: computeLandingAngle(wheel, odds, roll, landingPermille),
    wheel,
    ...(voucher && { voucher }),
    proof: {
      serverSeed: toHex(seed),
      clientSeed,
      completionId,
      commitment: toHex(commitment),
      roll,
      clientSeedHash: hash === null ? null : toHex(hash),
      share: spun.client_seed_status ?? 'open',
    },
  };
}

function messageFor(amount: number | null, brand: string | null): string {
  if (amount === null) return 'Better luck next time!';
  if (brand === null)
    return `You won a ${formatRupees(amount)} voucher! Your code will appear here once a voucher is in stock.`;
  return `Congratulations! You won a ${formatRupees(amount)} ${brand} voucher!`;
}
