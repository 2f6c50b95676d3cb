import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that drills use, all of Debian, and the packages that bring them. */
const PACKAGES = {
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/caddy': 'caddy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/prometheus': 'prometheus',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1': 'libfaketime',
} as const;

export type Program = keyof typeof PACKAGES;

/** Something that this machine cannot do; told in one line, and no failure of the product. */
export class Skipped extends Error {}

/**
 * Installs what is absent, where that is possible: as root, on Debian.
 * @throws an Error with the line that installs what is still missing: a drill that cannot run has failed
 */
export function needPrograms(...programs: Program[]): void {
  const absent = programs.filter((each) => !existsSync(each));
  if (absent.length === 0) return;
  const packages = absent.map((each) => PACKAGES[each]);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write(`installing ${packages.join(', ')}\n`);
    // None of them shall start a service of its own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    spawnSync('apt-get', ['update'], { env, timeout: 300_000 });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, timeout: 300_000 });
  }
  const still = programs.filter((each) => !existsSync(each));
  if (still.length > 0) {
    throw new Error(`missing: apt-get update && apt-get install ${still.map((each) => PACKAGES[each]).join(' ')}`);
  }
}
