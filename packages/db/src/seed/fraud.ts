import type { TransactionSql } from 'postgres';
import { insertClick, insertCompletion, insertUser, type SeededOffer, type Stock } from './history.ts';
import { makePerson, type Person } from './people.ts';

/** Data of the fraud pages: a ring, a script, an emulator, and honest people behind one carrier's IP address. */

const HOUR = 1 / 24;
const MINUTE = HOUR / 60;

export interface FraudSamples {
  /** Customers of one mobile carrier, each with their own phone. */
  carrier: Person[];
  /** Twelve accounts on three devices, registered within two hours. */
  ring: Person[];
  /** Five accounts without a fingerprint. */
  script: Person[];
  /** Two accounts on an emulator. */
  emulator: Person[];
}

export function createFraudSamples(random: () => number): FraudSamples {
  const crowd = (
    count: number,
    first: number,
    registered: (i: number) => number,
    place: (i: number) => Partial<Person>,
  ) => Array.from({ length: count }, (_, i) => makePerson(first + i, registered(i), place(i)));
  const desk = makePerson(5, 0).userAgent;
  return {
    carrier: crowd(
      30,
      100,
      (i) => 1 + i * 0.9 + random() * 0.6,
      () => ({ ip: '198.51.100.5' }),
    ),
    ring: crowd(
      12,
      140,
      (i) => 2 - i * 10 * MINUTE,
      (i) => ({
        ip: '198.51.100.77',
        device: `demoring${(i % 3) + 1}`,
        userAgent: desk,
        signedInByProvider: false,
      }),
    ),
    script: crowd(
      5,
      160,
      (i) => 6 - i * 2 * MINUTE,
      () => ({
        ip: '198.51.100.23',
        device: null,
        userAgent: 'python-requests/2.32.3',
        signedInByProvider: false,
      }),
    ),
    emulator: crowd(
      2,
      170,
      (i) => 3 - i * HOUR,
      () => ({ device: 'demoemulator', signedInByProvider: false }),
    ),
  };
}

interface Suspects {
  /** The ring member that the admin flags. */
  flagged: number;
}

/** Inserts the suspects. The ring completes offers in seconds; the network reverses some of them. */
export async function insertSuspects(
  tx: TransactionSql,
  { ring, script, emulator }: FraudSamples,
  { hash, offers, stock }: { hash: string; offers: SeededOffer[]; stock: Stock },
): Promise<Suspects> {
  const ids: number[] = [];
  for (const [index, person] of ring.entries()) {
    const userId = await insertUser(tx, person, hash);
    ids.push(userId);
    await completeQuickly(tx, {
      userId,
      person,
      offers: offers.slice(0, 2 + (index % 4)),
      stock,
      isCaught: index % 4 === 3,
    });
  }
  for (const person of [...script, ...emulator]) await insertUser(tx, person, hash);
  const [flagged] = ids.toReversed();
  if (flagged === undefined) throw new Error('the ring is empty');
  return { flagged };
}

/** Starts an offer each minute from registration on and completes each in seconds. */
async function completeQuickly(
  tx: TransactionSql,
  quick: { userId: number; person: Person; offers: SeededOffer[]; stock: Stock; isCaught: boolean },
): Promise<void> {
  const { userId, person, offers, stock, isCaught } = quick;
  for (const [index, offer] of offers.entries()) {
    const clicked = person.registered - (index + 1) * MINUTE;
    const clickId = await insertClick(tx, userId, offer.id, clicked, person);
    const isReversed = isCaught && index < 3;
    const completionId = await insertCompletion(tx, {
      userId,
      offer,
      clickId,
      completed: clicked - MINUTE / 3,
      stock,
      spun: isReversed ? undefined : clicked - MINUTE / 2,
      used: false,
    });
    if (!isReversed) continue;
    await tx`
      insert into completion_events (completion_id, kind, at)
      values (${completionId}, 'reversed', now() - interval '1 day')`;
    await tx`insert into spins (completion_id, spun_at, landing_permille, wheel_layout, client_seed, client_seed_status)
      values (${completionId}, now() - interval '1 day', 0, 0, '', 'open')`;
  }
}

/** Applies the demo admin's actions: one flag and two blocks, with audit entries. */
export async function applyDemoFraudActions(tx: TransactionSql, { flagged }: Suspects): Promise<void> {
  const [admin] = await tx<{ id: string; username: string }[]>`select id, username from admins limit 1`;
  const actor = tx.json({ kind: 'admin', id: Number(admin?.id), name: admin?.username ?? '', ip: '192.0.2.200' });
  const reasons = {
    flag: 'Completed five offers in six minutes, three were taken back',
    block: 'A script registered five accounts in ten minutes',
  };
  await tx`select set_suspended(${actor}, 'users.flag', array[${flagged}::bigint], true, ${reasons.flag})`;
  await tx`select set_blocked(${actor}, 'ip', '198.51.100.23', true, ${reasons.block})`;
  await tx`select set_blocked(${actor}, 'device', 'demoemulator', true, 'Android emulator')`;
}
