import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureOwnedDatabase } from './databases.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { APPLICATION, createCluster, getOrCreateSecrets, SUPERUSER } from './embedded/cluster.ts';
import { isRoot, locateCluster } from './embedded/location.ts';
import { stopOrphanedServer } from './embedded/orphaned-server.ts';
import { lockDataDir } from './embedded/owner.ts';
import { freePort, launch, PortTaken, type Server, StillInUse } from './embedded/server.ts';
import { OperatorError } from './wait-for-database.ts';

export type EmbeddedOptions = {
  /**
   * Created if missing. The directory contains all data that must survive a restart, or a file that names the place of
   * the data (see `locateCluster`).
   */
  dataDir: string;
  /** A fixed port. If absent, a free port is chosen; a durable database keeps that port for the next start. */
  port?: number;
  /** true: data survive a crash, roles have passwords. false: fast, no passwords, and `stop` deletes the data. */
  durable: boolean;
  /** PostgreSQL settings that override the defaults. */
  settings?: Record<string, string>;
  /** Called with one line for each event, such as an unexpected exit or a restart. Writes to stderr by default. */
  log?: (line: string) => void;
};

export type Embedded = {
  /** URL of database `inaam` with its owner role. Contains the password: never log it. */
  url: string;
  /** URL of the same database for the superuser. */
  superuserUrl: string;
  /** Waits for a fast shutdown. Afterwards the data directory is free. */
  stop(): Promise<void>;
  /** Process id of the postmaster. Changes after a crash. */
  readonly pid: number;
};

const MAX_RESTART_DELAY_MS = 2_000;

/** Maximum retries, half a second apart, while backends of a killed postmaster are still exiting. */
const MAX_LEFTOVER_RETRIES = 40;

/**
 * Starts a private PostgreSQL and restarts it after a crash, on the same port and data, until `stop`. One process at a
 * time may use a data directory; a server left by a dead process is stopped.
 * @throws a one-line Error that names DATA_DIR if another process uses the directory or it is unusable
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durable, settings = {}, log = (line) => process.stderr.write(`${line}\n`) } = options;
  const dataDir = resolve(options.dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be created: ${(error as Error).message}`, { cause: error });
  }
  const release = lockDataDir(dataDir);
  let server: Server | undefined;
  try {
    const location = locateCluster(dataDir);
    if (stopOrphanedServer(location)) log('Stopped a PostgreSQL that a previous process had left running');
    const binary = locateBinaries();
    const exists = existsSync(location.cluster);
    const secrets = durable ? getOrCreateSecrets(dataDir, exists) : null;
    if (!exists) createCluster(binary, location, secrets?.superuser ?? null);

    const start = (port: number) => launch({ program: binary('postgres'), location, port, durable, settings });
    const portFile = join(dataDir, 'postgres.port');
    let port = options.port ?? (durable ? readSavedPort(portFile) : null) ?? (await freePort());
    for (let tries = 1; server === undefined; tries += 1) {
      try {
        server = await start(port);
      } catch (error) {
        if (error instanceof StillInUse && tries <= MAX_LEFTOVER_RETRIES) await sleep(MAX_RESTART_DELAY_MS / 4);
        else if (!(error instanceof PortTaken) || options.port !== undefined || tries >= 5) throw error;
        else port = await freePort();
      }
    }
    if (durable) writeFileSync(portFile, `${port}\n`);
    const url = (role: string, password: string | undefined, database: string) =>
      `postgres://${role}${password === undefined ? '' : `:${password}`}@127.0.0.1:${port}/${database}`;
    const maintenance = url(SUPERUSER, secrets?.superuser, 'postgres');
    await ensureOwnedDatabase(maintenance, APPLICATION, secrets?.application ?? null, !durable);

    const supervised = supervise(server, () => start(port), log);
    return {
      url: url(APPLICATION, secrets?.application, APPLICATION),
      superuserUrl: url(SUPERUSER, secrets?.superuser, APPLICATION),
      get pid() {
        return supervised.pid();
      },
      async stop() {
        await supervised.stop();
        if (!durable) for (const path of [location.cluster, dataDir]) rmSync(path, { recursive: true, force: true });
        release();
      },
    };
  } catch (error) {
    await server?.stop();
    release();
    throw error;
  }
}

function supervise(first: Server, start: () => Promise<Server>, log: (line: string) => void) {
  let server = first;
  const abort = new AbortController();
  // A process that exits without `stop` (an uncaught error) still stops its database.
  const stopOnExit = () => void server.stop();
  process.on('exit', stopOnExit);

  const watch = async () => {
    while (!abort.signal.aborted) {
      const cause = await server.exited;
      if (abort.signal.aborted) return;
      log(`The embedded PostgreSQL exited unexpectedly (${cause}) and is restarting`);
      let reason = '';
      for (let delay = 50; !abort.signal.aborted; delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS)) {
        try {
          server = await start();
          log(`The embedded PostgreSQL is running again (process ${server.pid})`);
          break;
        } catch (error) {
          // If only the postmaster was killed, each start fails until its backends have exited. Logs that reason once.
          if ((error as Error).message !== reason) log((error as Error).message);
          reason = (error as Error).message;
        }
        await sleep(delay, undefined, { signal: abort.signal }).catch(() => {});
      }
    }
  };
  const watcher = watch();

  return {
    pid: () => server.pid,
    async stop() {
      abort.abort();
      await server.stop();
      await watcher;
      // A restart that was in progress may have started another server.
      await server.stop();
      process.removeListener('exit', stopOnExit);
    },
  };
}

function readSavedPort(file: string): number | null {
  try {
    const port = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return port > 0 && port < 65_536 ? port : null;
  } catch {
    return null;
  }
}
