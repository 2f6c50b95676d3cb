import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiProcess } from '../harness/api-process.ts';
import { signal } from '../harness/daemon.ts';
import type { Program } from '../harness/programs.ts';
import type { NetworkConditions, TcpProxy } from '../harness/tcp-proxy.ts';
import { isBackend, type TestBed } from '../harness/test-bed.ts';

/** Everything that a fault can act on. */
export interface FaultTargets {
  testBed: TestBed;
  /** The connection between the api and its database. */
  toDatabase: TcpProxy;
  /** The connection between callers and the api. */
  toApi: TcpProxy;
  api(): ApiProcess;
  /** Replaces the api process, whether it still runs or was killed. */
  restartApi(env?: Record<string, string>): Promise<void>;
}

export interface Fault {
  name: string;
  /** ms between the start and the end of the fault. */
  durationMs: number;
  needs?: Program[];
  /** True if the fault needs a small disk, which the drill can fill. */
  needsSmallDisk?: boolean;
  /** Runs before the load. */
  prepare?: (targets: FaultTargets) => Promise<void>;
  begin(targets: FaultTargets): Promise<void> | void;
  end?: (targets: FaultTargets) => Promise<void> | void;
}

const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

const networkFault = (
  name: string,
  durationMs: number,
  what: NetworkConditions,
  where: 'toDatabase' | 'toApi' = 'toDatabase',
): Fault => ({
  name,
  durationMs,
  begin: (targets) => targets[where].set(what),
  end: (targets) => targets[where].set({ kind: 'clear' }),
});

const freezePostgres = (seconds: number): Fault => {
  let pids: number[] = [];
  return {
    name: `PostgreSQL frozen ${seconds} s`,
    durationMs: seconds * 1000,
    begin({ testBed }) {
      pids = testBed.processes();
      signal(pids, 'SIGSTOP');
    },
    end: () => signal(pids, 'SIGCONT'),
  };
};

/** Holds locks in a separate session of the superuser for `durationMs` ms. */
function holdLock(name: string, durationMs: number): Fault {
  let releaseLock = () => {};
  let transaction: Promise<unknown> = Promise.resolve();
  return {
    name,
    durationMs,
    async begin({ testBed }) {
      await new Promise<void>((resolveLocked) => {
        transaction = testBed
          .asSuperuser((sql) =>
            sql.begin(async (tx) => {
              await tx`lock table spins, clicks, postbacks in access exclusive mode`;
              resolveLocked();
              await new Promise<void>((resolve) => {
                releaseLock = resolve;
              });
            }),
          )
          .catch(() => {});
      });
    },
    async end() {
      releaseLock();
      await transaction;
    },
  };
}

const clockFault = (by: string): Fault => {
  const file = (targets: FaultTargets) => join(targets.testBed.folder, 'clock');
  return {
    name: `clock of the api ${by}`,
    durationMs: 4_000,
    needs: [LIBFAKETIME],
    async prepare(targets) {
      writeFileSync(file(targets), '+0h\n', { mode: 0o644 });
      await targets.restartApi({
        LD_PRELOAD: LIBFAKETIME,
        FAKETIME_TIMESTAMP_FILE: file(targets),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      });
    },
    begin: (targets) => writeFileSync(file(targets), `${by.replaceAll(/[ ]/g, '')}\n`),
    async end(targets) {
      writeFileSync(file(targets), '+0h\n');
      await Promise.resolve();
    },
  };
};

function fillDisk(folder: string): void {
  const file = openSync(join(folder, 'ballast'), 'w', 0o600);
  const block = Buffer.alloc(1 << 20);
  try {
    for (const size of [block.length, 4_096]) {
      try {
        for (;;) writeSync(file, block, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Runs statements as the superuser, one after the other. */
const runSql = (testBed: TestBed, ...statements: string[]): Promise<void> =>
  testBed.asSuperuser(async (sql) => {
    for (const statement of statements) await sql.unsafe(statement);
  });

const END_CONNECTIONS = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'inaam'";

const sleepTriggerSql = (what: string): string => `create or replace function public.drill_slow() returns trigger
  language plpgsql as 'begin ${what} return new; end'`;

/** Tables with a trigger that sleeps, so that statements exceed the statement timeout. */
const SLOW_TABLES = ['clicks', 'spins'];

/** The table of faults. infra/docs/runbooks/drills.md has the result of each row. */
export const FAULTS: Fault[] = [
  {
    name: 'api killed',
    durationMs: 300,
    begin: ({ api }) => api().end('SIGKILL'),
    // Restarts the process as a supervisor does. Recovery is measured from this restart.
    end: ({ restartApi }) => void restartApi(),
  },
  {
    name: 'a backend killed',
    durationMs: 0,
    begin({ testBed }) {
      const backend = testBed.processes().find(isBackend);
      signal(backend === undefined ? [] : [backend], 'SIGKILL');
    },
  },
  {
    name: 'connections ended by the administrator',
    durationMs: 0,
    begin: ({ testBed }) => runSql(testBed, END_CONNECTIONS),
  },
  {
    name: 'postmaster killed',
    durationMs: 0,
    begin: ({ testBed }) => signal([testBed.embedded.pid], 'SIGKILL'),
  },
  {
    name: 'PostgreSQL and api killed',
    durationMs: 300,
    async begin({ testBed, api }) {
      signal(testBed.processes(), 'SIGKILL');
      await api().end('SIGKILL');
    },
    end: ({ restartApi }) => void restartApi(),
  },
  freezePostgres(3),
  freezePostgres(9),
  networkFault('connections cut before COMMIT', 4_000, { kind: 'cut', what: 'request', every: 25, holding: 'commit' }),
  networkFault('connections cut after COMMIT', 4_000, { kind: 'cut', what: 'reply', every: 25, holding: 'COMMIT' }),
  networkFault('replies of the database cut', 4_000, { kind: 'cut', what: 'half reply', every: 25 }),
  networkFault('replies of the api cut', 4_000, { kind: 'cut', what: 'half reply', every: 15 }, 'toApi'),
  networkFault('silent for 4 s, old connections for ever', 4_000, { kind: 'silent' }),
  networkFault('silent for 12 s, old connections for ever', 12_000, { kind: 'silent' }),
  networkFault('latency 150 ms', 5_000, { kind: 'slow', ms: 150 }),
  networkFault('latency 1.5 s', 10_000, { kind: 'slow', ms: 1_500 }),
  {
    name: 'disk full',
    durationMs: 5_000,
    needsSmallDisk: true,
    begin: ({ testBed }) => fillDisk(testBed.folder),
    end: ({ testBed }) => rmSync(join(testBed.folder, 'ballast')),
  },
  {
    name: 'read-only',
    durationMs: 5_000,
    begin: ({ testBed }) =>
      runSql(testBed, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
    end: ({ testBed }) =>
      runSql(testBed, 'alter system reset default_transaction_read_only', 'select pg_reload_conf()'),
  },
  {
    name: 'role limited to 1 connection',
    durationMs: 5_000,
    begin: ({ testBed }) => runSql(testBed, 'alter role inaam connection limit 1', END_CONNECTIONS),
    end: ({ testBed }) => runSql(testBed, 'alter role inaam connection limit -1'),
  },
  {
    name: 'statements time out',
    durationMs: 10_000,
    begin: ({ testBed }) =>
      runSql(
        testBed,
        sleepTriggerSql('perform pg_sleep(20);'),
        ...SLOW_TABLES.map(
          (table) => `create trigger drill_slow before insert on ${table} for each row
          execute function public.drill_slow()`,
        ),
      ),
    end: ({ testBed }) =>
      runSql(
        testBed,
        sleepTriggerSql(''),
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'",
      ),
  },
  holdLock('tables locked 4 s', 4_000),
  holdLock('tables locked 12 s', 12_000),
  clockFault('+25 h'),
  clockFault('-25 h'),
];
