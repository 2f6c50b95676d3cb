import { existsSync, readdirSync } from 'node:fs';

const SERVERS = '/usr/lib/postgresql';

/** The program folder of the newest installed PostgreSQL, or that of version 15 if no newer version is installed. */
export function findServerPrograms(): `/usr/lib/postgresql/${string}/bin` {
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS).filter((each) => /^\d+$/.test(each)) : [];
  return `${SERVERS}/${Math.max(15, ...versions.map(Number))}/bin`;
}

/** Programs that the laboratory needs, and their Debian packages. `postgres` is the server program of any version. */
const PACKAGES = {
  '/usr/bin/wrk': 'wrk',
  '/usr/bin/pgbench': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/etcd': 'etcd-server',
  postgres: 'postgresql-15',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1': 'libfaketime',
} as const;

export type Program = keyof typeof PACKAGES;

/** @throws with the command that installs the missing programs */
export function requirePrograms(...programs: Program[]): void {
  const findProgram = (each: Program) => (each === 'postgres' ? `${findServerPrograms()}/postgres` : each);
  const missing = programs.filter((each) => !existsSync(findProgram(each)));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((each) => PACKAGES[each]))];
  throw new Error(`${missing.join(', ')} is missing: apt-get update && apt-get install ${packages.join(' ')}`);
}
