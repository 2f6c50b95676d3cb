import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type SqlClient } from '@inaam/db/client';
import { type ApiProcess, isReady } from '../harness/api-process.ts';
import { runCleanup } from '../harness/cleanup.ts';
import { signal } from '../harness/daemon.ts';
import { createProduct } from '../harness/product.ts';
import type { PassCriteria } from '../harness/report.ts';
import { addCodes, type SeededData } from '../harness/seed-data.ts';
import { isBackend, startTestBed, type TestBed } from '../harness/test-bed.ts';
import { findUnhandledErrors } from './run-table.ts';

export interface CrashTestOptions {
  kills: number;
  /** Minimum ms of work before each crash and after the last one. Work also goes on until {@link MIN_SPINS} spins. */
  workMs: number;
  log?: (line: string) => void;
}

export interface CrashTestReport {
  kills: number;
  spins: number;
  /** Acknowledged spins between each crash and the next. */
  spinsAfterKill: number[];
  /** ms from each crash until the product was ready again. */
  recovery: number[];
  /** Empty when all is correct. */
  problems: string[];
}

/**
 * `all` kills the postmaster and its children. `backend` kills one backend, and then the postmaster restarts the
 * others. `postmaster` kills only the postmaster.
 */
const CRASHES = ['all', 'backend', 'postmaster'] as const;
const RECOVERY_PATIENCE_MS = 40_000;
/** Minimum number of spins between crashes, which shows that there was load. */
const MIN_SPINS = 8;
/** During an outage a connection may be cut (status 0), and the api may answer 503. */
const LIMITS: PassCriteria = { allowed: [0, 200, 503], longest: 15_000 };

/**
 * Kills PostgreSQL repeatedly under a real api process while people click, complete and spin. Then compares what was
 * acknowledged with what is stored.
 */
export async function runCrashTest({ kills, workMs, log = () => {} }: CrashTestOptions): Promise<CrashTestReport> {
  const testBed = await startTestBed();
  let api: ApiProcess | undefined;
  // A crash also ends the backend of an idle connection, so each query opens a new connection.
  const probe = openDatabase(testBed.url(), { max: 1, statementTimeout: 5_000 });
  try {
    // Each person completes each offer once: 60 people with this many offers are enough for 40 completions per second.
    const offers = Math.ceil(((kills + 1) * workMs) / 1500) + 6;
    // Fewer codes than wins, so some wins wait until more codes arrive.
    const product = await createProduct(testBed.url(), { offers, codes: 20 });
    api = await product.start({ isSource: true });
    const { appOrigin: origin } = api;
    const load = product.load(() => origin);
    const stopCodes = addCodesRegularly(testBed, product.seededData);
    const spinsNow = () => load.acknowledged.spins.length;
    /** Waits for `workMs` and, on a busy machine, for {@link MIN_SPINS} spins. @returns the number of new spins */
    const workFrom = async (start: number) => {
      await sleep(workMs);
      const end = performance.now() + RECOVERY_PATIENCE_MS;
      while (spinsNow() < start + MIN_SPINS && performance.now() < end) await sleep(25);
      return spinsNow() - start;
    };
    await workFrom(0);
    const recovery: number[] = [];
    const spinsAfterKill: number[] = [];
    for (let i = 0; i < kills && api.getExit() === undefined; i++) {
      const target = CRASHES[i % CRASHES.length] ?? 'postmaster';
      const spinsBefore = spinsNow();
      const crashedAt = performance.now();
      crash(testBed, target);
      await sleep(30);
      while (!(await isAnswering(probe.sql)) || !(await isReady(origin))) {
        if (performance.now() - crashedAt > RECOVERY_PATIENCE_MS) throw new Error(`no recovery after ${target}`);
        await sleep(25);
      }
      recovery.push(Math.round(performance.now() - crashedAt));
      spinsAfterKill.push(await workFrom(spinsBefore));
      log(`${target} killed: ready after ${recovery.at(-1)} ms, ${spinsAfterKill.at(-1)} spins since`);
    }
    await stopCodes();
    const { problems } = await product.judge('crashes', load, {
      origin,
      criteria: LIMITS,
      wrong: findUnhandledErrors(api),
    });
    return { kills, spins: spinsNow(), spinsAfterKill, recovery, problems };
  } catch (error) {
    throw new Error(`${String(error)}\n${api?.output().slice(-4000)}`, { cause: error });
  } finally {
    await probe.close();
    await runCleanup();
  }
}

function crash(testBed: TestBed, how: (typeof CRASHES)[number]): void {
  // The list must be read before the first process ends.
  const all = testBed.processes();
  const backend = all.findLast(isBackend);
  if (how === 'all') signal(all, 'SIGKILL');
  else if (how === 'postmaster') signal(all.slice(0, 1), 'SIGKILL');
  else if (backend === undefined) throw new Error('no backend was found');
  else signal([backend], 'SIGKILL');
}

const isAnswering = (sql: SqlClient): Promise<boolean> =>
  Promise.race([
    sql`select 1`.then(
      () => true,
      () => false,
    ),
    sleep(5_000, false, { ref: false }),
  ]);

/** Adds codes regularly, for wins that wait for one. Skips a batch that a crash interrupts. */
function addCodesRegularly({ url }: TestBed, seededData: SeededData): () => Promise<void> {
  let isStopping = false;
  const addCodesRepeatedly = async () => {
    for (; !isStopping; await sleep(400)) await addCodes(url(), seededData.secretsKey, 12).catch(() => {});
  };
  const finished = addCodesRepeatedly();
  return () => {
    isStopping = true;
    return finished;
  };
}
