import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnvironment } from '@inaam/settings/environment';
import { expect, test } from 'vitest';

/** Checks settings on which all example deployments must agree, each in its own format. */
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../ops', file), 'utf8');

test('gives each deployment a DATA_DIR that only the api may read and write', () => {
  const compose = read('compose.yaml');
  const dataDir = /DATA_DIR: (\S+)/.exec(compose)?.[1];
  expect(compose).toContain(`tmpfs: [/tmp, "${dataDir}:uid=65534,gid=65534,mode=0700"]`);

  const mountPath = /DATA_DIR=(\S+)/.exec(read('kubernetes/kustomization.yaml'))?.[1];
  expect(read('kubernetes/api.yaml')).toContain(`mountPath: ${mountPath} }`);

  const unit = read('systemd/inaam.service');
  const state = /^StateDirectory=(\S+)$/m.exec(unit)?.[1];
  expect(unit).toMatch(new RegExp(`^Environment=DATA_DIR=/var/lib/${state}$`, 'm'));
  expect(unit).toMatch(/^StateDirectoryMode=0700$/m);
});

test('takes a full backup each week and a differential backup on all other nights, in one encrypted archive', () => {
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
    // Unescapes the line by the rules of systemd.unit(5) for specifiers and of systemd.service(5) for command lines.
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
  // For Kubernetes the value is a placeholder, with which the api refuses to start.
  const TRUST_PROXY = /TRUST_PROXY=(\S+)/.exec(read('kubernetes/kustomization.yaml'))?.[1];
  expect(() => parseEnvironment({ TRUST_PROXY })).toThrow('TRUST_PROXY: must be none, or a list of addresses');
});

test('creates the two roles of the runbook in compose, and runs the api as the restricted role', () => {
  const [, database = '', owner = ''] = read('compose.yaml').split(/DATABASE_(?:MIGRATE_)?URL: /);
  expect(database).toMatch(/^postgres:\/\/inaam_app:\$\{APP_PASSWORD:\?\}@/);
  expect(owner).toMatch(/^postgres:\/\/inaam:\$\{OWNER_PASSWORD:\?\}@/);
  const limits = (text: string) => text.match(/alter role inaam_app .*;/g);
  expect(limits(read('postgres/roles.sh'))).toEqual(limits(runbook));
});

/** Runs a shell script with stand-ins for its programs, which record their calls. */
function runWithStandIns(script: string, args: readonly string[], programs: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-script-'));
  try {
    const calls = join(folder, 'calls');
    const metrics = join(folder, 'metrics');
    mkdirSync(metrics);
    for (const [name, body] of Object.entries(programs))
      writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${calls}\n${body}\n`, { mode: 0o755 });
    const path = join(import.meta.dirname, '../../ops', script);
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const { status } = spawnSync('sh', [path, ...args.map((each) => each.replace('METRICS', metrics))], { env });
    return { status, calls: readFileSync(calls, 'utf8').trim().split('\n'), metrics: readFiles(metrics) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readFiles = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

/** A stand-in for `date` that prints a day of the week (1 is Monday) or seconds since 1970. */
const fakeDate = (day: number, seconds: number) => `case "$*" in *%u*) echo ${day};; *) echo ${seconds};; esac`;

test.each([
  // 2026-11-29 is a Sunday: https://www.timeanddate.com/calendar/?year=2026
  ['full', 7, '2026-11-29T02:30:00Z', 86_400],
  ['diff', 1, '2026-11-30T02:29:59Z', 1],
  ['diff', 3, '2026-12-02T12:30:00Z', 50_400],
] as const)('makes a %s backup in compose on day %i, and the next at 02:30', (kind, day, at, wait) => {
  const seconds = Date.parse(at) / 1_000;
  const { status, calls, metrics } = runWithStandIns('postgres/backup.sh', ['METRICS'], {
    pgbackrest: '',
    date: fakeDate(day, seconds),
    sleep: 'exit 7',
  });
  expect(calls.filter((call) => !call.startsWith('date'))).toEqual([
    'pgbackrest --stanza=inaam stanza-create',
    `pgbackrest --stanza=inaam --type=${kind} backup`,
    `sleep ${wait}`,
  ]);
  expect(metrics).toEqual({ 'inaam_backup.prom': `inaam_backup_last_success_timestamp_seconds ${seconds}\n` });
  expect(status).toBe(7);
});

test('does not report a failed backup as successful', () => {
  const { status, metrics } = runWithStandIns('postgres/backup.sh', ['METRICS'], {
    pgbackrest: 'case "$*" in *backup) exit 3;; esac',
    date: fakeDate(1, 0),
    sleep: 'exit 7',
  });
  expect(metrics).toEqual({});
  expect(status).toBe(3);
});

test('archives the write-ahead log of compose every 30 seconds, in an encrypted repository on another disk', () => {
  const start = read('postgres/start.sh');
  expect(start).toContain('-c archive_mode=on -c archive_timeout=30s');
  expect(start).toContain("'archive_command=pgbackrest --stanza=inaam archive-push %p'");
  expect(read('postgres/pgbackrest.conf')).toMatch(/^repo1-cipher-type=aes-256-cbc$/m);
  // The server and the backups need the same repository, passphrase, data and sockets.
  const compose = read('compose.yaml');
  for (const part of [
    'data:/var/lib/postgresql',
    'sockets:/var/run/postgresql',
    '${BACKUP_FOLDER:?}:/var/lib/pgbackrest',
  ])
    expect(compose.split(`- ${part}\n`), part).toHaveLength(3);
  expect(compose.match(/PGBACKREST_REPO1_CIPHER_PASS: \$\{BACKUP_PASSPHRASE:\?\}/g)).toHaveLength(2);
});

/** The service's part of compose.yaml. */
function readService(compose: string, name: string): string {
  const [services = ''] = (compose.split('\nservices:\n')[1] ?? '').split(/^\w/m);
  const [, text] = new RegExp(`(?:^|\\n)  ${name}:\\n((?:    .*\\n| *#.*\\n)+)`).exec(services) ?? [];
  return text ?? '';
}

test('limits the memory and the logs of each service of compose', () => {
  const compose = read('compose.yaml');
  const services = (compose.split('\nservices:\n')[1] ?? '').split(/^\w/m)[0] ?? '';
  const names = [...services.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    expect(readService(compose, name), name).toMatch(/<<: \*(service|postgres)\n/);
    expect(readService(compose, name), name).toMatch(/mem_limit: \d+[mg]\n/);
  }
  expect(compose).toContain('options: { max-size: 10m, max-file: "5" }');
});

test('opens the back-office to no network by default', () => {
  const compose = read('compose.yaml');
  expect(compose).toContain('ADMIN_NETWORKS: ${ADMIN_NETWORKS:-}\n');
  // Without an IP address before the port, Docker listens on IPv6, too, and then every caller over IPv6 has the
  // bridge's private IP address.
  const ports = [...compose.matchAll(/ports: \[(.+)\]/g)].flatMap(([, list = '']) => list.split(', '));
  expect(ports.length).toBeGreaterThan(2);
  for (const port of ports) expect(port).toMatch(/^"(?:0\.0\.0\.0|127\.0\.0\.1):\d+:\d+"$/);
  expect(read('caddy/Caddyfile')).toContain('remote_ip {$ADMIN_NETWORKS:127.0.0.1 ::1}');
  expect(read('haproxy/haproxy.cfg')).toMatch(/acl inside src 127\.0\.0\.0\/8 ::1$/m);
});

test('sends the audit log’s heads to an outside receiver, in compose and in Kubernetes', () => {
  expect(read('compose.yaml')).toContain('AUDIT_WEBHOOK_URL: ${AUDIT_WEBHOOK_URL:?}');
  expect(read('kubernetes/kustomization.yaml')).toMatch(/- AUDIT_WEBHOOK_URL=https:/);
});

test('lets pods serve during an outage of the database, and names the migration job after the image', () => {
  const api = read('kubernetes/api.yaml');
  expect(/readinessProbe:(?:\n +#.*)*\n +httpGet: \{ path: (\S+), /.exec(api)?.[1]).toBe('/servingz');
  const kustomization = read('kubernetes/kustomization.yaml');
  expect(kustomization).toMatch(/replacements:[\s\S]+fieldPaths: \[metadata\.name\]/);
  expect(read('kubernetes/migrate.yaml')).toContain('name: migrate-release');
});

test('pins images by digest and actions by commit', () => {
  const root = join(import.meta.dirname, '../../..');
  const files = execFileSync('git', ['ls-files', 'infra/ops', '.github'], { cwd: root, encoding: 'utf8' });
  const uses = files
    .trim()
    .split('\n')
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
    .flatMap((line) => /^\s*(?:- )?uses: (.+)$/.exec(line)?.[1] ?? []);
  expect(uses.length).toBeGreaterThan(10);
  for (const each of uses) expect(each).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const images = ['compose.yaml', 'Containerfile', 'postgres/Containerfile']
    .flatMap((file) => read(file).split('\n'))
    .flatMap((line) => /^(?: +image: |ARG \w+=|FROM )((?:docker\.io|ghcr\.io|quay\.io)\S+)/.exec(line)?.[1] ?? []);
  expect(images).toHaveLength(8);
  for (const image of images) expect(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
});
