import { createHmac, randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@inaam/db/client';
import { makeHistoryData } from '@inaam/testing/model/history-data';
import { type ServerProcess, startServerProcess } from '../faults/server-process.ts';

export interface BenchOptions {
  /** Calls a second. */
  rate: number;
  seconds: number;
  /** How often each call is sent again once it is answered, as networks do. */
  repeats: number;
  /** How often the api is killed in between, at random moments. */
  kills: number;
  log: (line: string) => void;
}

export interface BenchReport {
  calls: number;
  answered: number;
  /** Calls that had to be sent again, as a network does. */
  again: number;
  kills: number;
  /** ms from the moment at which a call was due to its answer; without kills only. */
  p50: number;
  p95: number;
  p99: number;
  max: number;
  /** The same of the calls that were sent again, from their sending to their answer. */
  again_p50: number;
  again_p99: number;
  problems: string[];
}

/**
 * Calls of these seconds are sent, not timed: a process that has just begun compiles its code and opens its
 * connections.
 */
const WARM_UP_SECONDS = 3;
const PATIENCE_MS = 15_000;
const RETRY_FOR_MS = 60_000;

/**
 * Sends signed postbacks at a steady rate, whether or not earlier ones are answered, to a real api process; kills the
 * api where asked to; then looks for every completion that was acknowledged, and for every call that was.
 */
export async function benchPostbacks({ rate, seconds, repeats, kills, log }: BenchOptions): Promise<BenchReport> {
  const server = await startServerProcess();
  try {
    const { sql, close } = openDatabase(server.databaseUrl(), { max: 2, statementTimeout: 60_000 });
    const histories = await makeHistoryData(sql, 'sandbox', rate * (WARM_UP_SECONDS + seconds));
    await close();
    const clicks = histories.map(({ clicks: own }) => [...own.keys()][0] ?? '');
    log(`${clicks.length} clicks are there`);
    const took: number[] = [];
    const tookAgain: number[] = [];
    const acknowledged = new Map<string, number>();
    const problems: string[] = [];
    let again = 0;
    const began = performance.now() + 200;

    const one = async (clickId: string, index: number): Promise<void> => {
      const due = began + (index * 1000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const transaction = randomUUID();
      const query = `click_id=${clickId}&transaction_id=${transaction}&payout=12.5&status=approved`;
      const signature = createHmac('sha256', server.secret).update(query).digest('hex');
      for (let pause = 50; performance.now() - due < RETRY_FOR_MS; pause = Math.min(pause * 2, 1000), again++) {
        const answer = await call(`${server.appOrigin}/postback/sandbox?${query}&signature=${signature}`);
        if (answer?.status === 200) {
          if (index >= rate * WARM_UP_SECONDS) took.push(performance.now() - due);
          acknowledged.set(transaction, answer.completion);
          for (let n = 0; n < repeats; n++) {
            const sent = performance.now();
            const repeated = await call(`${server.appOrigin}/postback/sandbox?${query}&signature=${signature}`);
            if (index >= rate * WARM_UP_SECONDS) tookAgain.push(performance.now() - sent);
            if (repeated?.completion !== answer.completion)
              problems.push(`${transaction} was answered otherwise again`);
          }
          return;
        }
        if (answer && answer.status < 500) {
          problems.push(`${transaction} was answered ${answer.status}`);
          return;
        }
        await sleep(pause);
      }
      problems.push(`${transaction} had no answer`);
    };

    const restarts = killRepeatedly(server, kills, WARM_UP_SECONDS + seconds, log);
    await Promise.all([...clicks.map(one), restarts]);
    problems.push(...(await lost(server, acknowledged)));
    const at = (part: number) => percentile(took, part);
    return {
      calls: clicks.length,
      answered: acknowledged.size,
      again,
      kills,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      max: at(1),
      again_p50: percentile(tookAgain, 0.5),
      again_p99: percentile(tookAgain, 0.99),
      problems,
    };
  } finally {
    await server.stop();
  }
}

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10;
}

async function killRepeatedly(
  server: ServerProcess,
  kills: number,
  seconds: number,
  log: (line: string) => void,
): Promise<void> {
  for (let i = 0; i < kills; i++) {
    await sleep(((seconds * 1000) / (kills + 1)) * (0.5 + Math.random()));
    const at = performance.now();
    await server.killApi();
    log(`the api was killed and is back after ${Math.round(performance.now() - at)} ms`);
  }
}

/** Kept connections and nothing more: what is measured is the api, not the client. */
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

/** One try; undefined when the connection was cut or nothing came in time. */
function call(url: string): Promise<{ status: number; completion: number } | undefined> {
  return new Promise((resolve) => {
    const asked = get(url, { agent, timeout: PATIENCE_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', () => resolve(undefined));
      response.on('end', () => {
        const completion = /"completion_id":(\d+)/.exec(text)?.[1] ?? '0';
        resolve({ status: response.statusCode ?? 0, completion: Number(completion) });
      });
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
  });
}

async function lost(server: ServerProcess, acknowledged: Map<string, number>): Promise<string[]> {
  const { sql, close } = openDatabase(server.databaseUrl(), { max: 1, statementTimeout: 60_000 });
  try {
    // What was stored when the api died is judged by the sweep.
    const deadline = performance.now() + 90_000;
    const waiting = async () =>
      (await sql<{ n: number }[]>`select count(*) as n from postbacks where outcome is null`)[0]?.n;
    while ((await waiting()) !== 0 && performance.now() < deadline) await sleep(1000);
    const stored = new Map(
      (await sql<{ t: string; id: number }[]>`select transaction_id as t, id from completion_states`).map(
        ({ t, id }) => [t, id],
      ),
    );
    const missing = [...acknowledged].filter(([transaction, id]) => stored.get(transaction) !== id);
    const [figures] = await sql<{ unjudged: number; twice: number; figures: number; facts: number }[]>`
      select (select count(*) from postbacks where outcome is null) as unjudged,
        (select count(*) from (select 1 from completion_states group by user_id,
          offer_id having count(*) > 1) d) as twice,
        (select sum(revenue_paise)::bigint from offer_days_now()) as figures,
        (select sum(payout_paise)::bigint from completion_states where status = 'approved') as facts`;
    return [
      ...missing.map(([transaction]) => `${transaction} was acknowledged and is not stored as told`),
      ...(figures?.unjudged ? [`${figures.unjudged} stored calls were never judged`] : []),
      ...(figures?.twice ? [`${figures.twice} offers were completed twice`] : []),
      ...(figures?.figures === figures?.facts
        ? []
        : [`the figures say ${figures?.figures}, the facts ${figures?.facts}`]),
    ];
  } finally {
    await close();
  }
}
