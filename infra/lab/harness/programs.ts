import { existsSync } from 'node:fs';

/** Programs that the laboratory needs, and their Debian packages. */
const PACKAGES = {
  '/usr/bin/wrk': 'wrk',
  '/usr/bin/pgbench': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1': 'libfaketime',
} as const;

export type Program = keyof typeof PACKAGES;

/** @throws with the command that installs the missing programs */
export function requirePrograms(...programs: Program[]): void {
  const missing = programs.filter((each) => !existsSync(each));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((each) => PACKAGES[each]))];
  throw new Error(`${missing.join(', ')} is missing: apt-get update && apt-get install ${packages.join(' ')}`);
}
