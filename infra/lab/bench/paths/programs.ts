import { existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';

/** Programs of the machine that the bench uses where they are there: as Debian's packages lay them. */

const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** The path of a program, or undefined where the machine has none of that name. */
export function programOf(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Where the programs of Debian's PostgreSQL 15 lie, or undefined. */
export function debianPostgres15(): string | undefined {
  const folder = '/usr/lib/postgresql/15/bin';
  return existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** What the figures were measured on, without its name: cores, memory, system. */
export function machine(): string {
  const [{ model } = { model: 'unknown' }] = cpus();
  const family = /EPYC|Xeon|Ryzen|Core|Apple \w+|Neoverse|Graviton/i.exec(model)?.[0] ?? process.arch;
  const system = existsSync('/etc/os-release')
    ? (/^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform)
    : process.platform;
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${family}), ${memory} GiB, ${system}, Node ${process.versions.node}`;
}
