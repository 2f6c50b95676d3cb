import type { Kernel } from '@inaam/core/kernel/kernel';
import { type Judgement, type ReceivingServices, receivePostback } from '@inaam/core/partners/postbacks/receiving';
import type { SqlClient } from '@inaam/db/client';
import { ledgerDifferences } from '@inaam/db/ledger';
import { signQuery, type TestNetwork } from '../factories/completions.ts';
import { createRandom, makeHistory, type Step } from './history.ts';
import { type HistoryData, makeHistoryData, REWARD } from './history-data.ts';
import { type Event, Model } from './reference.ts';

export interface ModelRun {
  /** Two processes, each with its own connections. */
  processes: readonly [ReceivingServices, ReceivingServices];
  sql: SqlClient;
  network: TestNetwork;
  histories: number;
  seed: number;
  /** Number of histories that run at the same time. */
  parallel?: number;
}

interface Finished {
  data: HistoryData;
  model: Model;
  seed: number;
  steps: Step[];
}

const words = { pending: 'pending', approve: 'approved', reverse: 'reversed' };

/**
 * Runs random histories on the database, with postbacks alternating between the processes. Compares every outcome and
 * the end state with the reference.
 * @returns differences, one per line; and the number of postbacks
 */
export async function runModel(run: ModelRun): Promise<{ problems: string[]; postbacks: number }> {
  const histories = await makeHistoryData(run.sql, run.network.slug, run.histories);
  const problems: string[] = [];
  const finished: Finished[] = [];
  let postbacks = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < histories.length; index = next++) {
      const data = histories[index];
      if (!data) return;
      const seed = run.seed + index;
      const steps = makeHistory(data, createRandom(seed));
      const model = new Model(data.clicks, REWARD);
      for (const step of steps) {
        if ('spin' in step) {
          model.spin(step.spin, data.offer);
          await settle((run.processes[index % 2] ?? run.processes[0]).kernel, step.spin, data.offer);
          continue;
        }
        const judgements = await Promise.all(step.postbacks.map((event) => send(run, postbacks++, event)));
        const expected = step.postbacks.map((event) => model.receive(event));
        const got = judgements.map(({ outcome }) => outcome);
        if (got.toSorted().join() !== expected.toSorted().join())
          problems.push(`history ${seed}: ${JSON.stringify(step)} was ${got.join()}, not ${expected.join()}`);
      }
      finished.push({ data, model, seed, steps });
    }
  };
  await Promise.all(Array.from({ length: run.parallel ?? 16 }, worker));
  problems.push(...(await findDifferences(run.sql, finished)), ...(await ledgerDifferences(run.sql)));
  return { problems, postbacks };
}

async function send(run: ModelRun, turn: number, event: Event): Promise<Judgement> {
  const params: Record<string, string> = {
    click_id: event.click,
    transaction_id: event.transaction,
    status: words[event.kind],
    ...(event.payout === null ? {} : { payout: (event.payout / 100).toFixed(2) }),
  };
  const judgement = await receivePostback(run.processes[turn % 2] ?? run.processes[0], run.network.slug, {
    method: 'GET',
    rawQuery: signQuery(run.network, params),
    rawBody: '',
    contentType: null,
    ip: '198.51.100.1',
  });
  if (!judgement) throw new Error('the network does not exist');
  return judgement;
}

const settle = (kernel: Pick<Kernel, 'runIdempotent'>, user: number, offer: number) =>
  kernel.runIdempotent(
    (sql) => sql`
      select settle_spins(array[id], array[999], array[0], 1::smallint, array[''], array['open']) from completion_states
      where user_id = ${user} and offer_id = ${offer}`,
  );

/** Compares the end states of all histories in a few large reads. */
async function findDifferences(sql: SqlClient, finished: Finished[]): Promise<string[]> {
  const facts = await sql<{ offer_id: number; line: string }[]>`
    select c.offer_id, concat_ws(' ', c.user_id, k.click_id, c.transaction_id, c.payout_paise, c.approved_at is not null,
      c.status = 'reversed', s.spun_at is not null) as line
    from completion_states c join clicks k on k.id = c.click_id
      join spin_states s on s.completion_id = c.id order by c.id`;
  const payments = await sql<{ offer_id: number; line: string }[]>`
    select c.offer_id, concat_ws(' ', k.click_id, m.transaction_id, m.payout_paise, m.approved_at is not null,
      m.status = 'reversed') as line
    from payment_states m join completions c on c.id = m.completion_id join clicks k on k.id = m.click_id
    order by m.id`;
  const days = await sql<{ offer_id: number; line: string }[]>`
    select offer_id, concat_ws(' ', sum(completions), sum(revenue_paise), sum(spins)) as line from offer_days_now()
      group by 1`;
  const stats = await sql<{ user_id: number; line: string }[]>`
    select user_id, concat_ws(' ', completions, revenue_paise, spins) as line from user_stats_now()`;
  const alerts = await sql<{ offer_id: number; n: number }[]>`
    select k.offer_id, count(*) as n from postbacks p join clicks k on k.click_id = split_part(p.transaction_id, '-t', 1)
    where p.alert is not null group by 1`;
  const byOffer = Map.groupBy(facts, ({ offer_id }) => offer_id);
  const paymentsByOffer = Map.groupBy(payments, ({ offer_id }) => offer_id);
  const day = new Map(days.map(({ offer_id, line }) => [offer_id, line]));
  const stat = new Map(stats.map(({ user_id, line }) => [user_id, line]));
  const alert = new Map(alerts.map(({ offer_id, n }) => [offer_id, n]));
  const toFlag = (value: boolean) => (value ? 't' : 'f');
  const figures = ({ completions, revenue, spins }: ReturnType<Model['figures']>) =>
    `${completions} ${revenue} ${spins}`;
  return finished.flatMap(({ data, model, seed, steps }) => {
    const lines: string[] = [];
    const compare = (what: string, got: string, expected: string) => {
      if (got !== expected) lines.push(`history ${seed} ${JSON.stringify(steps)}: ${what} ${got}, not ${expected}`);
    };
    const got = (byOffer.get(data.offer) ?? []).map(({ line }) => line).join('; ');
    const expected = model.facts
      .map(
        ({ user, click, transaction, payout, confirmed, reversed, spun }) =>
          `${user} ${click} ${transaction} ${payout} ${toFlag(confirmed)} ${toFlag(reversed)} ${toFlag(spun)}`,
      )
      .join('; ');
    compare('facts', got, expected);
    compare(
      'payments',
      (paymentsByOffer.get(data.offer) ?? []).map(({ line }) => line).join('; '),
      model.payments
        .map(
          ({ click, transaction, payout, confirmed, reversed }) =>
            `${click} ${transaction} ${payout} ${toFlag(confirmed)} ${toFlag(reversed)}`,
        )
        .join('; '),
    );
    compare('offer', day.get(data.offer) ?? '0 0 0', figures(model.figures(() => true)));
    for (const user of data.users)
      compare('user', stat.get(user) ?? '', figures(model.figures((fact) => fact.user === user)));
    compare('alerts', String(alert.get(data.offer) ?? 0), String(model.alerts));
    return lines;
  });
}
