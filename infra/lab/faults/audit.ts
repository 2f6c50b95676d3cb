import { setTimeout as sleep } from 'node:timers/promises';
import { type MoveSql, openDatabase } from '@inaam/db/client';
import { ledgerDifferences } from '@inaam/db/ledger';
import type { Opener } from '../opener.ts';
import { type Acknowledged, call, type SpinAnswer } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** Where the product answers, and what it stores. */
type Audited = Pick<ServerProcess, 'appOrigin' | 'opener' | 'databaseUrl'>;

/** Compares what was acknowledged with what is stored. @returns what is not as it must be, a line each */
export async function auditAcknowledged(server: Audited, acknowledged: Acknowledged): Promise<string[]> {
  const { sql, close } = openDatabase(server.databaseUrl(), { max: 2, statementTimeout: 30_000 });
  try {
    return [
      ...(await clicksAndCompletions(sql, acknowledged)),
      ...(await spinsAsTold(sql, server.opener, acknowledged)),
      ...(await nothingTwice(sql)),
      ...(await ledgerDifferences(sql)),
      ...(await figuresAsRecounted(sql)),
      ...(await askedAgain(server, acknowledged)),
    ];
  } finally {
    await close();
  }
}

async function clicksAndCompletions(sql: MoveSql, { clicks, completions }: Acknowledged): Promise<string[]> {
  const stored = new Set((await sql<{ id: string }[]>`select click_id as id from clicks`).map(({ id }) => id));
  const byTransaction = new Map(
    (await sql<{ id: number; t: string }[]>`select id, transaction_id as t from completion_states`).map(({ id, t }) => [
      t,
      id,
    ]),
  );
  return [
    ...clicks.filter((id) => !stored.has(id)).map((id) => `click ${id} was acknowledged and is not stored`),
    ...completions
      .filter(({ transactionId, completionId }) => byTransaction.get(transactionId) !== completionId)
      .map(({ transactionId }) => `transaction ${transactionId} was acknowledged and is not stored as told`),
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

async function spinsAsTold(sql: MoveSql, opener: Opener, { spins }: Acknowledged): Promise<string[]> {
  const rows = await sql<StoredSpin[]>`
    select s.completion_id, s.roll, s.client_seed, s.seed, s.commitment, s.amount_paise / 100 as amount, v.code,
      s.outcome
    from spin_states s left join completion_vouchers v on v.completion_id = s.completion_id`;
  const stored = new Map(rows.map((row) => [row.completion_id, row]));
  const codes = new Map<string, number>();
  return spins.flatMap(({ result: { rewardType, voucher, proof } }) => {
    const row = stored.get(proof.completionId);
    const told = `spin of completion ${proof.completionId}`;
    if (!row) return [`${told} was acknowledged and is not stored`];
    const lines: string[] = [];
    const seed = opener.seed(row.seed, row.commitment);
    const code = row.code && opener.code(row.code, (row.amount ?? 0) * 100);
    if (row.roll !== proof.roll || row.client_seed !== proof.clientSeed || seed !== proof.serverSeed)
      lines.push(`${told} is stored with another draw than was told`);
    if (rewardType !== (row.amount === null ? 'none' : `voucher_${row.amount}`))
      lines.push(`${told} was told as ${rewardType} and is stored as ${row.outcome} of ${row.amount}`);
    if (voucher) {
      if (voucher.code !== code) lines.push(`${told} was told ${voucher.code} and has ${code}`);
      const winner = codes.get(voucher.code) ?? proof.completionId;
      if (winner !== proof.completionId)
        lines.push(`${voucher.code} was told to ${winner} and to ${proof.completionId}`);
      codes.set(voucher.code, proof.completionId);
    }
    return lines;
  });
}

async function nothingTwice(sql: MoveSql): Promise<string[]> {
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

/** What the feed has made of the facts, and what a recount makes of them, with the tail that readers add. */
async function figuresAsRecounted(sql: MoveSql): Promise<string[]> {
  const read = (tx: MoveSql) => tx<{ line: string }[]>`
    select concat_ws(' ', 'user', user_id, completions, spins, vouchers_won, voucher_value_paise, revenue_paise,
      extract(epoch from last_completion_at)) as line
    from user_stats_now()
    union all
    select concat_ws(' ', 'offer', offer_id, day, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise),
      sum(revenue_paise))
    from offer_days_now() group by offer_id, day
    union all
    select concat_ws(' ', 'conversions', offer_id, day, google, sum(completions), sum(lost), sum(won),
      sum(revenue_paise), sum(lost_revenue_paise), sum(won_revenue_paise), sum(won_paise))
    from conversion_days_now() group by offer_id, day, google
    union all
    select concat_ws(' ', 'conversions', offer_id, google, sum(completions), sum(approved), sum(lost), sum(won),
      sum(revenue_paise), sum(lost_revenue_paise), sum(won_revenue_paise), sum(won_paise))
    from conversion_totals_now() group by offer_id, google
    union all
    select concat_ws(' ', 'clicks', offer_id, sum(clicks)) from click_totals_now() group by offer_id
    order by 1`;
  const lines: string[] = [];
  await sql
    .begin(async (open) => {
      const tx = open as unknown as MoveSql;
      const before = (await read(tx)).map(({ line }) => line);
      await tx`select recount()`;
      const after = new Set((await read(tx)).map(({ line }) => line));
      for (const line of before) if (!after.delete(line)) lines.push(`shown, but not found by a recount: ${line}`);
      for (const line of after) lines.push(`found by a recount, but not shown: ${line}`);
      // The facts stay as the run left them.
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return lines;
}

class RolledBack extends Error {}

/** Who asks again is told the same; a win that was owed may have its code by now. */
async function askedAgain({ appOrigin }: Audited, { spins }: Acknowledged): Promise<string[]> {
  const lines: string[] = [];
  const sample = spins.filter((_, i) => i % Math.ceil(spins.length / 200) === 0);
  for (const { cookie, offerId, result } of sample) {
    let reply = await call('POST', `${appOrigin}/api/spin.php`, { offerId, clientSeed: 'again' }, cookie);
    for (let tries = 0; tries < 20 && (!reply || reply.status === 503); tries++) {
      await sleep(200);
      reply = await call('POST', `${appOrigin}/api/spin.php`, { offerId, clientSeed: 'again' }, cookie);
    }
    const again = reply?.body as SpinAnswer | undefined;
    const same = (answer: SpinAnswer | undefined) =>
      JSON.stringify([answer?.rewardType, answer?.landingAngle, answer?.proof, result.voucher && answer?.voucher]);
    if (same(again) !== same(result)) lines.push(`offer ${offerId}: ${same(result)} became ${same(again)}`);
  }
  return lines;
}
