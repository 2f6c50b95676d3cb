import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '@inaam/contracts/spins/draw';
import { createSecretBox } from '@inaam/core/kernel/seals';
import { openSeed } from '@inaam/core/ledger/spins/queries';
import { openCode } from '@inaam/core/ledger/vouchers/queries';
import type { SqlClient } from '@inaam/db/client';
import { ledgerDifferences } from '@inaam/db/ledger';
import { withSql } from './database.ts';
import { type Acknowledged, type SpinAnswer, send } from './load.ts';

/** The server whose answers are compared, with its database. */
interface TestedServer {
  appOrigin: string;
  /** Decrypts sealed values of the database. */
  opener: CodeOpener;
  databaseUrl: string;
}

/** Compares what was acknowledged with what is stored. @returns the differences, one per line */
export async function compareAcknowledged(server: TestedServer, acknowledged: Acknowledged): Promise<string[]> {
  return withSql(server.databaseUrl, async (sql) => [
    ...(await findLostClicksAndCompletions(sql, acknowledged)),
    ...(await findChangedSpins(sql, server.opener, acknowledged)),
    ...(await findDuplicates(sql)),
    ...(await ledgerDifferences(sql)),
    ...(await sql<{ what: string }[]>`select what from figure_differences()`).map(({ what }) => what),
    ...(await repeatSpins(server, acknowledged)),
  ]);
}

async function findLostClicksAndCompletions(sql: SqlClient, { clicks, completions }: Acknowledged): Promise<string[]> {
  const stored = new Set((await sql<{ id: string }[]>`select click_id as id from clicks`).map(({ id }) => id));
  const rows = await sql<{ id: number; t: string }[]>`select id, transaction_id as t from completion_states`;
  const byTransaction = new Map(rows.map(({ id, t }) => [t, id]));
  return [
    ...clicks.filter((id) => !stored.has(id)).map((id) => `click ${id} was acknowledged and is not stored`),
    ...completions
      .filter(({ transactionId, completionId }) => byTransaction.get(transactionId) !== completionId)
      .map(({ transactionId }) => `transaction ${transactionId} was acknowledged and is not stored as acknowledged`),
  ];
}

interface StoredSpin {
  completion_id: number;
  roll: number | null;
  client_seed: string | null;
  seed: Uint8Array;
  commitment: Uint8Array;
  amount: number | null;
  code: string | null;
  outcome: string;
}

async function findChangedSpins(sql: SqlClient, opener: CodeOpener, { spins }: Acknowledged): Promise<string[]> {
  const rows = await sql<StoredSpin[]>`
    select s.completion_id, s.roll, s.client_seed, s.seed, s.commitment, s.amount_paise / 100 as amount, v.code,
      s.outcome
    from spin_states s left join completion_vouchers v on v.completion_id = s.completion_id`;
  const stored = new Map(rows.map((row) => [row.completion_id, row]));
  const codes = new Map<string, number>();
  return spins.flatMap(({ result: { rewardType, voucher, proof } }) => {
    const row = stored.get(proof.completionId);
    const label = `spin of completion ${proof.completionId}`;
    if (!row) return [`${label} was acknowledged and is not stored`];
    const lines: string[] = [];
    const seed = opener.seed(row.seed, row.commitment);
    const code = row.code && opener.code(row.code, (row.amount ?? 0) * 100);
    if (row.roll !== proof.roll || row.client_seed !== proof.clientSeed || seed !== proof.serverSeed)
      lines.push(`${label} is stored with a draw that differs from the acknowledged one`);
    if (rewardType !== (row.amount === null ? 'none' : `voucher_${row.amount}`))
      lines.push(`${label} was acknowledged as ${rewardType} and is stored as ${row.outcome} of ${row.amount}`);
    if (voucher) {
      if (voucher.code !== code) lines.push(`${label} got ${voucher.code} and has ${code}`);
      const winner = codes.get(voucher.code) ?? proof.completionId;
      if (winner !== proof.completionId)
        lines.push(`${voucher.code} was given to ${winner} and to ${proof.completionId}`);
      codes.set(voucher.code, proof.completionId);
    }
    return lines;
  });
}

async function findDuplicates(sql: SqlClient): Promise<string[]> {
  const [facts] = await sql<Record<string, number>[]>`
    select
      (select count(*) from (select 1 from completion_states group by network_id, transaction_id
        having count(*) > 1) d) as "transactions counted twice",
      (select count(*) from (select 1 from completion_states group by user_id, offer_id
        having count(*) > 1) d) as "offers completed twice",
      (select count(*) from (select 1 from completion_vouchers group by completion_id
        having count(*) > 1) d) as "spins with two vouchers",
      (select count(*) from postbacks
        where outcome = 'accepted' and completion_id is null) as "accepted postbacks without a completion"`;
  return Object.entries(facts ?? {})
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${count} ${what}`);
}

/** Repeats a sample of spins. Each must get its first answer again, but a win without a code may have a code now. */
async function repeatSpins({ appOrigin }: TestedServer, { spins }: Acknowledged): Promise<string[]> {
  const lines: string[] = [];
  const sample = spins.filter((_, i) => i % Math.ceil(spins.length / 200) === 0);
  for (const { cookie, offerId, result } of sample) {
    let repeated: SpinAnswer | undefined;
    for (let tries = 0; tries < 20 && repeated === undefined; tries++) {
      if (tries > 0) await sleep(200);
      const body = { offerId, clientSeed: 'again' };
      const answer = await send(appOrigin, { method: 'POST', path: '/api/spin.php', person: { cookie }, body });
      if (answer.status !== 0 && answer.status !== 503) repeated = answer.body as SpinAnswer;
    }
    const formatComparable = (answer: SpinAnswer | undefined) =>
      JSON.stringify([answer?.rewardType, answer?.landingAngle, answer?.proof, result.voucher && answer?.voucher]);
    if (formatComparable(repeated) !== formatComparable(result))
      lines.push(`offer ${offerId}: ${formatComparable(result)} became ${formatComparable(repeated)}`);
  }
  return lines;
}

/** Decrypts sealed values of a process's database. */
export interface CodeOpener {
  /** The seed of a completion, in hex. */
  seed(stored: Uint8Array, commitment: Uint8Array): string;
  /** The code of a voucher. */
  code(stored: string, amountPaise: number): string;
}

/** @param key SECRETS_KEY of the process, 32 bytes */
export function createOpener(key: Uint8Array): CodeOpener {
  const box = createSecretBox([key]);
  return {
    seed: (stored, commitment) => toHex(openSeed(box, stored, commitment)),
    code: (stored, amountPaise) => openCode(box, stored, amountPaise),
  };
}
