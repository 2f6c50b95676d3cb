import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MoveSql, openDatabase } from '@inaam/db/client';
import { servicesOver } from '@inaam/testing/services';
import { type ListOptions, largeDatabaseServer } from './lists.ts';
import { buildApi, SEALING_MS, startApi } from './paths/api-process.ts';
import { memoryOf, treeCpu } from './paths/processor.ts';
import { signInAsAdmin } from './sign-in-as-admin.ts';

const FILES = ['conversions', 'offer-clicks', 'users', 'vouchers'];

/**
 * Reads whole files of the back-office over HTTP, from a process of its own, and tells rows a second and the processor
 * time of each row. Before each figure the file is read once.
 */
export async function benchCsv({ runs, only, log, ...options }: ListOptions): Promise<void> {
  await buildApi();
  await largeDatabaseServer({ log, ...options }, async (url) => {
    const database = openDatabase(url, { max: 2, statementTimeout: 60_000 });
    const api = await startApi(url, SEALING_MS);
    try {
      const { sql } = database;
      const services = await servicesOver(database);
      const cookie = await signInAsAdmin(sql, services, api.adminOrigin);
      const server = await postmasterOf(sql);
      log('| file | rows | a second | api µs | database µs | MiB at most |\n|---|---:|---:|---:|---:|---:|');
      for (const name of FILES.filter((each) => each.includes(only))) {
        const address = `${api.adminOrigin}/export/${name}.csv?codes=masked`;
        await rowsOf(address, cookie);
        for (let run = 0; run < runs; run++) {
          // What the first reading left to write, such as hint bits, is no part of the next one.
          await sleep(1000);
          const [began, ofApi, ofServer] = [performance.now(), treeCpu(api.pid), treeCpu(server)];
          const rows = await rowsOf(address, cookie);
          const seconds = (performance.now() - began) / 1000;
          const each = (from: number | null, until: number | null) =>
            from === null || until === null ? '' : ((until - from) / rows).toFixed(1);
          const cells = [
            rows,
            Math.round(rows / seconds),
            each(ofApi, treeCpu(api.pid)),
            each(ofServer, treeCpu(server)),
          ];
          log(`| ${[name, ...cells, memoryOf(api.pid)?.most ?? ''].join(' | ')} |`);
        }
      }
    } finally {
      await api.stop();
      await database.close();
    }
  });
}

/** The lines of a file without its heading. No cell of the crowd's holds a line break. */
async function rowsOf(address: string, cookie: string): Promise<number> {
  const answer = await fetch(address, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  let lines = 0;
  for await (const part of answer.body) for (const byte of part) if (byte === 10) lines += 1;
  return lines - 1;
}

/** The process whose children all backends are. */
async function postmasterOf(sql: MoveSql): Promise<number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const stat = readFileSync(`/proc/${backend?.pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
