import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnvironment } from '@inaam/settings/environment';
import { expect, test } from 'vitest';

/** The example deployments must agree on these settings, each in its own format. */
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../ops', file), 'utf8');

test('gives each deployment a DATA_DIR that only the api may read and write', () => {
  const compose = read('compose.yaml');
  const dataDir = /DATA_DIR: (\S+)/.exec(compose)?.[1];
  expect(compose).toContain(`tmpfs: [/tmp, "${dataDir}:uid=65534,gid=65534,mode=0700"]`);

  const mounted = /DATA_DIR=(\S+)/.exec(read('kubernetes/kustomization.yaml'))?.[1];
  expect(read('kubernetes/api.yaml')).toContain(`mountPath: ${mounted} }`);

  const unit = read('systemd/inaam.service');
  const state = /^StateDirectory=(\S+)$/m.exec(unit)?.[1];
  expect(unit).toMatch(new RegExp(`^Environment=DATA_DIR=/var/lib/${state}$`, 'm'));
  expect(unit).toMatch(/^StateDirectoryMode=0700$/m);
});

test('takes a full backup each week and a differential one each other night, in one encrypted archive', () => {
  const timer = (kind: string) => {
    const text = read(`systemd/inaam-backup-${kind}.timer`);
    return [/^OnCalendar=(\S+)/m.exec(text)?.[1], /^Unit=(.+)$/m.exec(text)?.[1]];
  };
  expect(timer('full')).toEqual(['Sun', 'inaam-backup@full.service']);
  expect(timer('diff')).toEqual(['Mon..Sat', 'inaam-backup@diff.service']);
  const unit = read('systemd/inaam-backup@.service');
  expect(unit).toMatch(/^ExecStart=\S+pgbackrest --stanza=inaam --type=%i backup$/m);
  expect(unit).toMatch(/^EnvironmentFile=\/etc\/inaam\/backup-environment$/m);
  expect(read('pgbackrest/pgbackrest.conf')).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
});

test('writes the time of a backup for the alert, atomically and as root', () => {
  const [, line = ''] = /^ExecStartPost=\+\/bin\/sh -c '(.+)'$/m.exec(read('systemd/inaam-backup@.service')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'inaam-backup-'));
  try {
    // Parsed by the rules of systemd.unit(5), specifiers, and systemd.service(5), command lines.
    const script = line
      .replaceAll('%%', '%')
      .replaceAll('$$', '$')
      .replace('/var/lib/prometheus/node-exporter', folder);
    execFileSync('/bin/sh', ['-c', script]);
    expect(readdirSync(folder)).toEqual(['inaam_backup.prom']);
    const text = readFileSync(join(folder, 'inaam_backup.prom'), 'utf8');
    expect(text).toMatch(/^inaam_backup_last_success_timestamp_seconds \d{10}\n$/);
    expect(script).toContain('.new" && mv ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbooks/deploy.md'), 'utf8');

test('trusts no range of proxies that contains other machines', () => {
  const compose = read('compose.yaml');
  const caddy = /ipv4_address: (\S+) }/.exec(compose)?.[1];
  expect(/TRUST_PROXY: (\S+)/.exec(compose)?.[1]).toBe(caddy);
  // The api refuses to start with this placeholder.
  const TRUST_PROXY = /TRUST_PROXY=(\S+)/.exec(read('kubernetes/kustomization.yaml'))?.[1];
  expect(() => parseEnvironment({ TRUST_PROXY })).toThrow('TRUST_PROXY: must be none, or a list of addresses');
});

test('creates the two roles of the runbook in compose, and runs the api as the restricted one', () => {
  const [, database = '', owner = ''] = read('compose.yaml').split(/DATABASE_(?:MIGRATE_)?URL: /);
  expect(database).toMatch(/^postgres:\/\/inaam_app:\$\{APP_PASSWORD:\?\}@/);
  expect(owner).toMatch(/^postgres:\/\/inaam:\$\{OWNER_PASSWORD:\?\}@/);
  const limits = (text: string) => text.match(/alter role inaam_app .*;/g);
  expect(limits(read('postgres/roles.sh'))).toEqual(limits(runbook));
});

test('dumps the compose database each day, atomically, and keeps seven days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-dumps-'));
  const [programs, backups] = [join(folder, 'bin'), join(folder, 'backups')];
  const file = (name: string) => join(backups, name);
  const program = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const script = join(import.meta.dirname, '../../ops/postgres/dump.sh');
  const dump = () =>
    spawnSync('sh', [script, backups], { env: { PATH: `${programs}:${process.env['PATH']}` }, encoding: 'utf8' });
  try {
    for (const each of [programs, backups]) mkdirSync(each);
    for (const [name, days] of [
      ['inaam-old.dump', 8],
      ['inaam-kept.dump', 6],
    ] as const) {
      writeFileSync(file(name), '');
      utimesSync(file(name), new Date(), new Date(Date.now() - days * 86_400_000));
    }
    program('sleep', 'echo "slept $1" >&2; exit 7');
    program('pg_dump', 'echo half > draft; exit 1');
    expect(dump()).toMatchObject({ status: 1 });
    expect(readdirSync(backups).toSorted()).toEqual(['draft', 'inaam-kept.dump', 'inaam-old.dump']);
    program('pg_dump', 'echo whole > draft');
    expect(dump()).toMatchObject({ status: 7, stderr: 'slept 86400\n' });
    const made = readdirSync(backups).filter((name) => /^inaam-\d{4}.*\.dump$/.test(name));
    expect(readdirSync(backups).toSorted()).toEqual([...made, 'inaam-kept.dump', 'inaam_backup.prom']);
    expect(readFileSync(file(made[0] ?? ''), 'utf8')).toBe('whole\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
