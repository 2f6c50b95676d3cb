import { setTimeout as sleep } from 'node:timers/promises';
import { type MoveSql, openDatabase } from '@inaam/db/client';
import { auditAcknowledged } from './audit.ts';
import { call, startLoad } from './load.ts';
import { crashKinds, type ServerProcess, startServerProcess } from './server-process.ts';

export interface CrashTestOptions {
  kills: number;
  /** ms of work before each crash and after the last. */
  workMs: number;
  log?: (line: string) => void;
}

export interface CrashTestReport {
  kills: number;
  spins: number;
  /** Spins that were acknowledged between each crash and the next. */
  spinsAfterKill: number[];
  /** ms from each crash until the database answered again. */
  recovery: number[];
  retries: number;
  /** Empty when all is as it must be. */
  problems: string[];
}

const RECOVERY_PATIENCE_MS = 40_000;
/** What a process says that has met an error which nobody handled. */
const UNHANDLED = /uncaught|unhandled|ended by an error|FATAL ERROR/i;

/** Why the product is not back yet; undefined when it is. */
async function whyAway({ appOrigin }: ServerProcess, sql: MoveSql): Promise<string | undefined> {
  try {
    const late = sleep(5_000, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('the database is silent')),
    );
    await Promise.race([sql`select 1`, late]);
  } catch (error) {
    return String(error);
  }
  const ready = await call('GET', `${appOrigin}/readyz`);
  return ready?.status === 200 ? undefined : `readyz answered ${ready?.status}`;
}

/**
 * Kills PostgreSQL again and again under a real api process while people click, complete and spin, and then compares
 * what they were told with what is stored.
 */
export async function runCrashTest({ kills, workMs, log = () => {} }: CrashTestOptions): Promise<CrashTestReport> {
  const server = await startServerProcess();
  const problems: string[] = [];
  const recovery: number[] = [];
  const spinsAfterKill: number[] = [];
  // Idle until it is asked, so its backend ends with the rest and each question needs a new one.
  const probe = openDatabase(server.databaseUrl(), { max: 1, statementTimeout: 5_000 });
  try {
    const load = await startLoad(server);
    const { acknowledged } = load;
    await sleep(workMs);
    for (let i = 0; i < kills && server.ended() === undefined; i++) {
      const how = crashKinds[i % crashKinds.length] ?? 'postmaster';
      const before = acknowledged.spins.length;
      const at = performance.now();
      server.kill(how);
      await sleep(30);
      for (let why = await whyAway(server, probe.sql); why !== undefined; why = await whyAway(server, probe.sql)) {
        if (performance.now() - at > RECOVERY_PATIENCE_MS) throw new Error(`no recovery after ${how}: ${why}`);
        await sleep(25);
      }
      recovery.push(Math.round(performance.now() - at));
      await sleep(workMs);
      spinsAfterKill.push(acknowledged.spins.length - before);
      log(`${how} killed: ready after ${recovery.at(-1)} ms, ${spinsAfterKill.at(-1)} spins since`);
    }
    await load.finish();
    problems.push(...load.wrong, ...(await auditAcknowledged(server, acknowledged)));
    const end = server.ended();
    if (end !== undefined) problems.push(`the api ended: ${end}`);
    const said = server
      .output()
      .split('\n')
      .filter((line) => UNHANDLED.test(line));
    problems.push(...said.map((line) => `the api said: ${line}`));
    return { kills, spins: acknowledged.spins.length, spinsAfterKill, recovery, retries: load.retries(), problems };
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output().slice(-4000)}`, { cause: error });
  } finally {
    await probe.close();
    await server.stop();
  }
}
