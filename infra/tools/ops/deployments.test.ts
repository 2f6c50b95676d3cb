import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What the ready deployments must agree on, each in its own language. */
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../ops', file), 'utf8');

test('each has a DATA_DIR that the api may write to, and nobody else may read', () => {
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

test('each week has a full backup, and each other night a differential one, of the same encrypted archive', () => {
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

test('a backup leaves its time for the alert, whole and as root', () => {
  const [, line = ''] = /^ExecStartPost=\+\/bin\/sh -c '(.+)'$/m.exec(read('systemd/inaam-backup@.service')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'inaam-backup-'));
  try {
    // As systemd reads it: systemd.unit(5), specifiers, and systemd.service(5), command lines.
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
