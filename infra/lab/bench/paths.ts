import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { BenchVariant } from './alternate.ts';
import { scripts } from './baseline.ts';
import { type BenchEnvironment, HASHING, type Sample } from './environment.ts';
import { getSessionCookie, PASSWORD, postbackPath } from './fill.ts';
import { MANY_CONNECTIONS, type Request, type RequestFile, requestFile } from './load.ts';

/** The hot paths over HTTP. Most are compared with a lean limit: a minimal statement for the job, run by pgbench. */

/** Query for problems of the settlement; no rows if all spins are settled correctly. */
const SETTLEMENT_PROBLEMS = `
  select 'a voucher was given twice, or to a user who did not win' as problem
  where (select count(amount_paise) from spins)
    <> (select count(*) from voucher_awards) + (select count(*) from owed_wins)
  union all
  select 'spins and figures differ'
  where (select count(roll) from spins) <> (select sum(spins) from user_stats_now())`;
/** Query for figures that differ from the facts. */
const FIGURE_PROBLEMS = 'select what as problem from figure_differences() limit 5';

const LEAN_TEMPLATE = 'bench_lean';

/** Sends requests that are created for this run only. */
function send(
  environment: BenchEnvironment,
  make: () => RequestFile,
  options?: Parameters<BenchEnvironment['requests']>[1],
): BenchVariant['run'] {
  return () => environment.requests(make(), options);
}

export function spinVariants(environment: BenchEnvironment): BenchVariant[] {
  const { ready, readyBase } = environment.facts;
  const spinOverHttp = (path: string, connections?: number) => {
    const requests = () =>
      requestFile(
        ready.map(({ user, offer }) => ({
          method: 'POST' as const,
          path,
          cookie: getSessionCookie(user),
          body: { offerId: offer, clientSeed: 'bench' },
        })),
      );
    return send(environment, requests, { once: true, connections, check: SETTLEMENT_PROBLEMS });
  };
  return [
    {
      name: 'lean limit of a spin',
      isBase: true,
      run: () => environment.script(LEAN_TEMPLATE, { script: scripts.spin, variables: { base: 0 } }),
    },
    {
      name: 'settlement alone',
      wal: { most: 2000 },
      run: () =>
        environment.script('bench_product', {
          // Calls the function as the server does after the draw. The rolls cover all amounts.
          script: `
            \\set completion :base + :n * :clients + :client_id + 1
            \\set roll random(0, 989)
            select * from settle_spins(array[:completion]::bigint[], array[:roll]::int[], array[500], 2::smallint,
              array['bench'], array['open'])`,
          variables: { base: readyBase },
          check: SETTLEMENT_PROBLEMS,
        }),
    },
    { name: 'spin over .php', ratio: { least: 0.3 }, run: spinOverHttp('/api/spin.php') },
    { name: 'spin over tRPC', ratio: { least: 0.3 }, run: spinOverHttp('/trpc/user.spins.spin') },
    { name: 'spin over .php, 64 callers', ratio: { least: 0.4 }, run: spinOverHttp('/api/spin.php', MANY_CONNECTIONS) },
  ];
}

/** Click requests of several people in turn. The load generator repeats the file. */
export const clickRequests = ({ facts: { clickers, offers } }: BenchEnvironment, path: string): RequestFile =>
  requestFile(
    Array.from({ length: 30_000 }, (_, n) => ({
      method: 'POST' as const,
      path,
      cookie: getSessionCookie(clickers[n % clickers.length] ?? 0),
      body: { offerId: offers[(n * 7) % offers.length] },
    })),
  );

export function clickVariants(environment: BenchEnvironment): BenchVariant[] {
  const clickOverHttp = (connections?: number) =>
    send(environment, () => clickRequests(environment, '/api/click-offer.php'), { connections });
  return [
    {
      name: "bare insert of a click, with the session's check",
      isBase: true,
      run: () => environment.script(LEAN_TEMPLATE, { script: scripts.click }),
    },
    { name: 'click over .php', ratio: { least: 0.2 }, run: clickOverHttp() },
    { name: 'click over .php, 64 callers', ratio: { least: 0.2 }, run: clickOverHttp(MANY_CONNECTIONS) },
  ];
}

export function postbackVariants(environment: BenchEnvironment): BenchVariant[] {
  const calls = environment.facts.clicks.map((click) => ({ method: 'GET' as const, path: postbackPath(click) }));
  const postbackOverHttp = (connections?: number) =>
    send(environment, () => requestFile(calls), { once: true, connections, check: FIGURE_PROBLEMS });
  return [
    {
      name: "bare insert of a postback, with the click's check",
      isBase: true,
      run: () =>
        environment.script(LEAN_TEMPLATE, {
          script: scripts.postback,
          variables: { clicks: environment.extent.ready },
        }),
    },
    { name: 'postback over HTTP', perSecond: { least: 1000 }, run: postbackOverHttp() },
    { name: 'postback over HTTP, 64 callers', perSecond: { least: 1000 }, run: postbackOverHttp(MANY_CONNECTIONS) },
  ];
}

/** Requests for the offers of people with 45 completions. */
export const offersRequests = ({ facts: { readers } }: BenchEnvironment, path: string): RequestFile =>
  requestFile(readers.map((user): Request => ({ method: 'GET', path, cookie: getSessionCookie(user) })));

export const offersVariants = (environment: BenchEnvironment): BenchVariant[] => [
  {
    name: 'join of four tables for the offers, with a good plan',
    isBase: true,
    // The statement reads row by row through the keys, so rows of other people do not add to the cost.
    run: () =>
      environment.script(LEAN_TEMPLATE, {
        script: scripts.offers,
        settings: { enable_mergejoin: 'off', enable_hashjoin: 'off', enable_material: 'off' },
      }),
  },
  {
    name: 'offers over .php',
    ratio: { least: 0.75 },
    run: send(environment, () => offersRequests(environment, '/api/offers.php')),
  },
];

/** Verifies passwords on all cores with the product's parameters. */
async function verifyPasswords(seconds: number): Promise<Sample> {
  const phc = await hash(PASSWORD, HASHING);
  const durations: number[] = [];
  const began = performance.now();
  const lane = async () => {
    while (performance.now() - began < seconds * 1000) {
      const from = performance.now();
      if (!(await verify(phc, PASSWORD))) throw new Error('the password does not match its hash');
      durations.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const perSecond = (durations.length * 1000) / (performance.now() - began);
  const p50 = durations.toSorted((a, b) => a - b)[durations.length >> 1] ?? Number.NaN;
  return { done: durations.length, perSecond, failed: 0, p50, p99: null, wal: Number.NaN };
}

/**
 * Sign-ins of returning people, each with their own device fingerprint and browser cookie. Without the cookie each
 * sign-in would send a mail about a new browser. One fingerprint for all people would look like a fraud ring.
 */
const signIns = ({ facts: { emails } }: BenchEnvironment) =>
  requestFile(
    emails.map((email, n) => ({
      method: 'POST' as const,
      path: '/api/login.php',
      cookie: `inaam_browser=${String(n).padStart(43, 'b')}`,
      body: { email, password: PASSWORD, deviceFingerprint: `bench-${n}` },
    })),
  );

export const signInVariants = (environment: BenchEnvironment): BenchVariant[] => [
  {
    name: 'argon2 alone, on all cores',
    isBase: true,
    run: () => verifyPasswords(environment.extent.seconds),
  },
  { name: 'sign-in over .php', run: send(environment, () => signIns(environment)) },
];
