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
  /** Made if missing. All that must outlive a restart lies here, or is named here (see `locateCluster`). */
  dataDir: string;
  /** Fixed port; without one a free port is taken and, when durable, kept for the next start. */
  port?: number;
  /** true: safe on disk, behind a password. false: fast, open to this machine, and gone after `stop`. */
  durable: boolean;
  /** PostgreSQL settings that replace ours. */
  settings?: Record<string, string>;
  /** Called for each unexpected end and each restart, with one line. */
  log?: (line: string) => void;
};

export type Embedded = {
  /** Of database `inaam`, as the role `inaam` that owns it. It holds the password: never log it. */
  url: string;
  /** The same, for the superuser. */
  superuserUrl: string;
  /** Waits for a fast shutdown. After that the data directory is free for others. */
  stop(): Promise<void>;
  /** The present postmaster: another one after a crash. */
  readonly pid: number;
};

const MAX_RESTART_DELAY_MS = 2_000;

/** Half a second each: backends end by themselves once they notice that their postmaster is gone. */
const LEFT_BACKENDS_TRIES = 40;

/**
 * Starts a private PostgreSQL and keeps it running until `stop`: should it end by itself, it is started again on the
 * same port and data. One process at a time may use a data directory; a server that a dead process left is stopped.
 * @throws an Error with one line that names DATA_DIR when another process has the directory, or when it is unusable.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durable, settings = {}, log = (line) => process.stderr.write(`${line}\n`) } = options;
  const dataDir = resolve(options.dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be made: ${(error as Error).message}`, { cause: error });
  }
  const release = lockDataDir(dataDir);
  let server: Server | undefined;
  try {
    const location = locateCluster(dataDir);
    if (stopOrphanedServer(location)) log('A PostgreSQL that an ended process had left was stopped');
    const binary = locateBinaries();
    const exists = existsSync(location.cluster);
    const secrets = durable ? getOrCreateSecrets(dataDir, exists) : null;
    if (!exists) createCluster(binary, location, secrets?.superuser ?? null);

    const start = (port: number) => launch({ program: binary('postgres'), location, port, durable, settings });
    const remembered = join(dataDir, 'postgres.port');
    let port = options.port ?? (durable ? rememberedPort(remembered) : null) ?? (await freePort());
    for (let tries = 1; server === undefined; tries += 1) {
      try {
        server = await start(port);
      } catch (error) {
        if (error instanceof StillInUse && tries <= LEFT_BACKENDS_TRIES) await sleep(MAX_RESTART_DELAY_MS / 4);
        else if (!(error instanceof PortTaken) || options.port !== undefined || tries >= 5) throw error;
        else port = await freePort();
      }
    }
    if (durable) writeFileSync(remembered, `${port}\n`);
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
  const stopping = new AbortController();
  // An owner that ends without `stop` (an uncaught error) still takes its database down with it.
  const stopOnExit = () => void server.stop();
  process.on('exit', stopOnExit);

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const cause = await server.exited;
      if (stopping.signal.aborted) return;
      log(`The embedded PostgreSQL ended by itself (${cause}) and is started again`);
      let reason = '';
      for (let delay = 50; !stopping.signal.aborted; delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS)) {
        try {
          server = await start();
          log(`The embedded PostgreSQL is back (process ${server.pid})`);
          break;
        } catch (error) {
          // After a kill of the postmaster alone, its backends hold the shared memory until they notice.
          if ((error as Error).message !== reason) log((error as Error).message);
          reason = (error as Error).message;
        }
        await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const watching = watch();

  return {
    pid: () => server.pid,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
      // A start that was under way while we stopped has brought up one more.
      await server.stop();
      process.removeListener('exit', stopOnExit);
    },
  };
}

function rememberedPort(file: string): number | null {
  try {
    const port = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return port > 0 && port < 65_536 ? port : null;
  } catch {
    return null;
  }
}
