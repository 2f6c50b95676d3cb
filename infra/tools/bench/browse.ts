import { setTimeout as sleep } from 'node:timers/promises';
import { type MoveSql, openDatabase } from '@inaam/db/client';
import { adminCalls, adminOverHttp, type MeasuredCall } from '@inaam/testing/large-database/calls';
import { servicesOver } from '@inaam/testing/services';
import { atRest } from './at-rest.ts';
import { type ListOptions, largeDatabaseServer } from './lists.ts';
import { buildApi, SEALING_MS, startApi } from './paths/api-process.ts';
import { loadHttp, requestFile } from './paths/load.ts';
import { sessionOf } from './paths/product/fill.ts';
import { signInAsAdmin } from './sign-in-as-admin.ts';

const ADMINS = 2;
/** Between an answer and the next look of an admin: quicker than anybody reads a page. */
const PAUSE_MS = 250;
const CAPACITY_SECONDS = 3;
/** Compiled code and plans of all connections. */
const WARM_UP_SECONDS = 4;
/** Alone and beside admins in turn. */
const ROUNDS = 2;
const SETTLING_MS = 5000;
/** Spins are sent at this share of what the server can do at most. */
const SHARE = 4;

/**
 * Every list of the back-office over HTTP; then spins at a quarter of what the server can do, by themselves and while
 * two admins browse those lists: what people wait for, in ms.
 * @param options `seconds`: of each run of spins
 */
export async function benchBrowse({
  runs,
  only,
  seconds,
  log,
  ...options
}: ListOptions & { seconds: number }): Promise<void> {
  await buildApi();
  await largeDatabaseServer({ log, ...options }, async (url) => {
    const database = openDatabase(url, { max: 2, statementTimeout: 900_000 });
    const api = await startApi(url, SEALING_MS);
    try {
      const { sql } = database;
      await atRest(sql);
      // Sealing has written every completion and voucher again, and nothing else vacuums here.
      await sql`vacuum (analyze)`;
      const services = await servicesOver(database);
      const cookie = await signInAsAdmin(sql, services, api.adminOrigin);
      const admin = adminOverHttp(api.adminOrigin, cookie);
      const calls = (await adminCalls(services, sql, 'capped', admin)).filter(({ name }) => name.includes(only));
      await timeCalls(calls, runs, log);
      const spins = await readySpins(sql);
      log(`\n${spins.length} spins are there`);
      await timeSpins(api.origin, spins, calls, seconds, log);
    } finally {
      await api.stop();
      await database.close();
    }
  });
}

async function timeCalls(calls: readonly MeasuredCall[], runs: number, log: (line: string) => void): Promise<void> {
  log('| call over HTTP | p50 ms | p95 ms |\n|---|---:|---:|');
  const all: number[] = [];
  for (const { name, run } of calls) {
    await run();
    const took: number[] = [];
    for (let n = 0; n < runs; n++) {
      const began = performance.now();
      await run();
      took.push(performance.now() - began);
    }
    all.push(...took);
    log(`| ${name} | ${percentile(took, 0.5)} | ${percentile(took, 0.95)} |`);
  }
  log(`| all | ${percentile(all, 0.5)} | ${percentile(all, 0.95)} |`);
}

interface Spin {
  user: number;
  offer: number;
}

/** Completions that nobody has spun, of people who are signed in. */
async function readySpins(sql: MoveSql): Promise<Spin[]> {
  const ready = await sql<Spin[]>`
    select c.user_id as user, c.offer_id as offer from completions c join users u on u.id = c.user_id
    where c.approved_at is not null and (c.held_until is null or c.held_until <= now()) and u.suspended_at is null
      and u.deleted_at is null and not exists (select from spins s where s.completion_id = c.id)
    order by c.id desc limit 100000`;
  await sql`
    insert into user_sessions (id, user_id, expires_at)
    select encode(sha256(('session' || id)::bytea), 'hex'), id, now() + interval '20 days'
    from (select distinct id from unnest(${ready.map(({ user }) => user)}::bigint[]) id) people
    on conflict do nothing`;
  return [...ready];
}

async function timeSpins(
  origin: string,
  spins: readonly Spin[],
  calls: readonly MeasuredCall[],
  seconds: number,
  log: (line: string) => void,
): Promise<void> {
  const requests = requestFile(
    spins.map(({ user, offer }) => ({
      method: 'POST' as const,
      path: '/api/spin.php',
      cookie: sessionOf(user),
      body: { offerId: offer, clientSeed: 'bench' },
    })),
  );
  let passed = 0;
  const most = async (long: number) => {
    const load = await loadHttp({ origin, requests, passed, seconds: long, once: true });
    passed += load.done + 32;
    mostAnswered(load.done, load.failed);
    return load.perSecond;
  };
  try {
    await most(WARM_UP_SECONDS);
    const rate = (await most(CAPACITY_SECONDS)) / SHARE;
    const paced = async () => {
      const own = spins.slice(passed, (passed += Math.ceil(rate * seconds)));
      if (own.length < rate * seconds) throw new Error('there are too few spins: choose fewer --seconds');
      return sendPaced(origin, own, rate);
    };
    // What the load has left to follow is no part of what comes next.
    await sleep(SETTLING_MS);
    const alone: number[] = [];
    const beside: number[] = [];
    let looks = 0;
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(...(await paced()));
      const browsing = new AbortController();
      const admins = Array.from({ length: ADMINS }, (_, n) => browse(calls, n, browsing.signal));
      beside.push(...(await paced()));
      browsing.abort();
      for (const each of await Promise.all(admins)) looks += each;
    }
    const row = (name: string, took: readonly number[]) =>
      log(`| ${name} | ${percentile(took, 0.5)} | ${percentile(took, 0.95)} | ${percentile(took, 0.99)} |`);
    log(
      `\n${Math.round(rate)} spins a second, ${ROUNDS} times ${seconds} s; ${ADMINS} admins looked at ${looks} pages`,
    );
    log('| spins | p50 ms | p95 ms | p99 ms |\n|---|---:|---:|---:|');
    row('alone', alone);
    row('while admins browse', beside);
    log(`p95: ${(percentile(beside, 0.95) / percentile(alone, 0.95)).toFixed(2)} times`);
  } finally {
    requests.remove();
  }
}

/** Some of the filled people are blocked, and some completions reversed: few, or something else is wrong. */
function mostAnswered(sent: number, refused: number): void {
  if (refused > sent / 100) throw new Error(`${refused} of ${sent} spins were refused`);
}

/** Sends each at its moment, whether or not earlier ones are answered. @returns ms from that moment to the answer */
async function sendPaced(origin: string, spins: readonly Spin[], rate: number): Promise<number[]> {
  const began = performance.now() + 100;
  let refused = 0;
  const took = await Promise.all(
    spins.map(async ({ user, offer }, index) => {
      const due = began + (index * 1000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const answer = await fetch(`${origin}/api/spin.php`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: sessionOf(user) },
        body: JSON.stringify({ offerId: offer, clientSeed: 'bench' }),
      });
      await answer.text();
      if (!answer.ok) refused++;
      return performance.now() - due;
    }),
  );
  mostAnswered(spins.length, refused);
  return took;
}

/** Looks at one page after another until it is told to stop. @returns how many */
async function browse(calls: readonly MeasuredCall[], first: number, signal: AbortSignal): Promise<number> {
  let looks = 0;
  // Admins begin at different lists, so that they do not read the same pages one after the other.
  for (let at = Math.floor((first * calls.length) / ADMINS); !signal.aborted; at++, looks++) {
    await calls[at % calls.length]?.run();
    await sleep(PAUSE_MS);
  }
  return looks;
}

function percentile(took: readonly number[], part: number): number {
  const sorted = took.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10;
}
