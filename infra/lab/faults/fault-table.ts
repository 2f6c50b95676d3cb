import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiProcess } from '../harness/api-process.ts';
import { signal } from '../harness/daemon.ts';
import type { Program } from '../harness/programs.ts';
import type { NetworkConditions, TcpProxy } from '../harness/tcp-proxy.ts';
import { isBackend, type TestBed } from '../harness/test-bed.ts';

/** Everything that a fault can act on. */
export interface Scene {
  stage: TestBed;
  /** The connection between the api and its database. */
  toDatabase: TcpProxy;
  /** The connection between callers and the api. */
  toApi: TcpProxy;
  api(): ApiProcess;
  /** Starts another api process instead of the one that runs or was killed. */
  restartApi(env?: Record<string, string>): Promise<void>;
}

export interface Fault {
  name: string;
  /** ms between the start and the end of the fault. */
  lasts: number;
  needs?: Program[];
  /** True if the fault needs a small disk, which the drill can fill. */
  needsSmallDisk?: boolean;
  /** Runs before the load. */
  prepare?: (scene: Scene) => Promise<void>;
  begin(scene: Scene): Promise<void> | void;
  end?: (scene: Scene) => Promise<void> | void;
}

const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

const networkFault = (
  name: string,
  lasts: number,
  what: NetworkConditions,
  where: 'toDatabase' | 'toApi' = 'toDatabase',
): Fault => ({
  name,
  lasts,
  begin: (scene) => scene[where].set(what),
  end: (scene) => scene[where].set({ kind: 'clear' }),
});

const freezePostgres = (seconds: number): Fault => {
  let pids: number[] = [];
  return {
    name: `PostgreSQL frozen ${seconds} s`,
    lasts: seconds * 1000,
    begin({ stage }) {
      pids = stage.processes();
      signal(pids, 'SIGSTOP');
    },
    end: () => signal(pids, 'SIGCONT'),
  };
};

/** Holds locks in a separate session of the superuser for a time. */
function holdLock(name: string, lasts: number): Fault {
  let releaseLock = () => {};
  let over: Promise<unknown> = Promise.resolve();
  return {
    name,
    lasts,
    async begin({ stage }) {
      await new Promise<void>((held) => {
        over = stage
          .asSuperuser((sql) =>
            sql.begin(async (tx) => {
              await tx`lock table spins, clicks, postbacks in access exclusive mode`;
              held();
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
      await over;
    },
  };
}

const clock = (by: string): Fault => {
  const file = (scene: Scene) => join(scene.stage.folder, 'clock');
  return {
    name: `clock of the api ${by}`,
    lasts: 4_000,
    needs: [LIBFAKETIME],
    async prepare(scene) {
      writeFileSync(file(scene), '+0h\n', { mode: 0o644 });
      await scene.restartApi({
        LD_PRELOAD: LIBFAKETIME,
        FAKETIME_TIMESTAMP_FILE: file(scene),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      });
    },
    begin: (scene) => writeFileSync(file(scene), `${by.replaceAll(/[ ]/g, '')}\n`),
    async end(scene) {
      writeFileSync(file(scene), '+0h\n');
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
const runSql = (stage: TestBed, ...statements: string[]): Promise<void> =>
  stage.asSuperuser(async (sql) => {
    for (const statement of statements) await sql.unsafe(statement);
  });

const END_CONNECTIONS = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'inaam'";

const slow = (what: string): string => `create or replace function public.drill_slow() returns trigger
  language plpgsql as 'begin ${what} return new; end'`;

/** Tables with a trigger that sleeps, so that statements exceed the statement timeout. */
const SLOW = ['clicks', 'spins'];

/** The table of faults. infra/docs/runbooks/drills.md has the result of each row. */
export const FAULTS: Fault[] = [
  {
    name: 'api killed',
    lasts: 300,
    begin: ({ api }) => api().end('SIGKILL'),
    // Restarts the process as a supervisor does; recovery is measured from then on.
    end: ({ restartApi }) => void restartApi(),
  },
  {
    name: 'a backend killed',
    lasts: 0,
    begin({ stage }) {
      const one = stage.processes().find(isBackend);
      signal(one === undefined ? [] : [one], 'SIGKILL');
    },
  },
  {
    name: 'connections ended by the administrator',
    lasts: 0,
    begin: ({ stage }) => runSql(stage, END_CONNECTIONS),
  },
  {
    name: 'postmaster killed',
    lasts: 0,
    begin: ({ stage }) => signal([stage.embedded.pid], 'SIGKILL'),
  },
  {
    name: 'PostgreSQL and api killed',
    lasts: 300,
    async begin({ stage, api }) {
      signal(stage.processes(), 'SIGKILL');
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
  networkFault('silent for 4 s, its connections for ever', 4_000, { kind: 'silent' }),
  networkFault('silent for 12 s, its connections for ever', 12_000, { kind: 'silent' }),
  networkFault('latency 150 ms', 5_000, { kind: 'slow', ms: 150 }),
  networkFault('latency 1.5 s', 10_000, { kind: 'slow', ms: 1_500 }),
  {
    name: 'disk full',
    lasts: 5_000,
    needsSmallDisk: true,
    begin: ({ stage }) => fillDisk(stage.folder),
    end: ({ stage }) => rmSync(join(stage.folder, 'ballast')),
  },
  {
    name: 'read-only',
    lasts: 5_000,
    begin: ({ stage }) =>
      runSql(stage, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
    end: ({ stage }) => runSql(stage, 'alter system reset default_transaction_read_only', 'select pg_reload_conf()'),
  },
  {
    name: 'role limited to 1 connection',
    lasts: 5_000,
    begin: ({ stage }) => runSql(stage, 'alter role inaam connection limit 1', END_CONNECTIONS),
    end: ({ stage }) => runSql(stage, 'alter role inaam connection limit -1'),
  },
  {
    name: 'statements time out',
    lasts: 10_000,
    begin: ({ stage }) =>
      runSql(
        stage,
        slow('perform pg_sleep(20);'),
        ...SLOW.map(
          (table) => `create trigger drill_slow before insert on ${table} for each row
          execute function public.drill_slow()`,
        ),
      ),
    end: ({ stage }) =>
      runSql(stage, slow(''), "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'"),
  },
  holdLock('tables locked 4 s', 4_000),
  holdLock('tables locked 12 s', 12_000),
  clock('+25 h'),
  clock('-25 h'),
];
