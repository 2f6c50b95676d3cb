import type { Kernel } from '../kernel/kernel.ts';

/**
 * What users are told because a time has come, not because of a fact. Each run tells what is due and was not told yet,
 * so it may be run as often as one likes, in several processes. See packages/db/src/functions/told.sql.
 */

/** Told at most in one transaction, so that it holds its locks for a short time. */
const BATCH = 1_000;

/** Tells users whose completion was on hold, and is not any more, that the spin is ready. */
export async function tellEndedHolds(kernel: Pick<Kernel, 'move'>): Promise<void> {
  let ended: number | undefined;
  do {
    const [row] = await kernel.move((sql) => sql<{ ended: number }[]>`select tell_ended_holds(${BATCH}::int) as ended`);
    ended = row?.ended;
  } while (ended === BATCH);
}

/** Tells winners of a voucher that expires within three days, and that they have not used. By day, in India. */
export async function tellExpiringVouchers(kernel: Pick<Kernel, 'move'>): Promise<void> {
  let told: number | undefined;
  do {
    const [row] = await kernel.move(
      (sql) => sql<{ told: number }[]>`select tell_expiring_vouchers(now(), ${BATCH}::int) as told`,
    );
    told = row?.told;
  } while (told === BATCH);
}
