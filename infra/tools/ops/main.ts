import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';

/**
 * `npm run ops`: every file of infra/ops is read by the program that it is for. Programs come from Debian (prometheus,
 * haproxy, caddy, systemd, kubernetes-client); one that is not there is named and skipped.
 */

readOptions({ call: 'npm run ops', does: 'Has every file of infra/ops read by the program that it is for.' });

const ops = fileURLToPath(new URL('../../ops', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'inaam-ops-'));

interface Check {
  name: string;
  program: string;
  args: string[];
  /** What the program must say besides ending well. */
  says?: RegExp;
}

/** The dashboard's expressions as rules, which promtool reads. */
function dashboardRules(): string {
  const { panels } = JSON.parse(readFileSync(join(ops, 'watch/dashboard.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const rules = panels.flatMap(({ targets }) => targets).map(({ expr }, i) => ({ record: `panel:${i}`, expr }));
  if (rules.length === 0) throw new Error('the dashboard has no panel');
  // JSON is YAML.
  const file = join(work, 'dashboard-rules.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  return file;
}

/** The units with programs that are there: what is verified is the unit, not this machine. */
function units(): string[] {
  cpSync(join(ops, 'systemd'), work, { recursive: true });
  return ['inaam.service', 'inaam-migrate.service', 'inaam-backup.service', 'inaam-backup.timer'].map((name) => {
    const file = join(work, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^(Exec\w+=)\S+/gm, '$1/bin/true'));
    return file;
  });
}

const checks: Check[] = [
  { name: 'alerts', program: 'promtool', args: ['check', 'rules', join(ops, 'watch/alerts.yml')] },
  { name: 'alerts fire', program: 'promtool', args: ['test', 'rules', join(ops, 'watch/alerts.test.yml')] },
  { name: 'dashboard', program: 'promtool', args: ['check', 'rules', dashboardRules()] },
  { name: 'haproxy', program: 'haproxy', args: ['-c', '-f', join(ops, 'haproxy/haproxy.cfg')] },
  {
    name: 'caddy',
    program: 'caddy',
    args: ['validate', '--adapter', 'caddyfile', '--config', join(ops, 'caddy/Caddyfile')],
  },
  { name: 'systemd', program: 'systemd-analyze', args: ['verify', ...units()] },
  {
    name: 'kubernetes',
    program: 'kubectl',
    args: ['kustomize', join(ops, 'kubernetes')],
    says: /kind: Deployment[\s\S]*kind: NetworkPolicy/,
  },
];

let failed = 0;
for (const { name, program, args, says } of checks) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 400_000 });
  const isAbsent = error !== undefined && 'code' in error && error.code === 'ENOENT';
  const isGood = status === 0 && (says?.test(stdout) ?? true);
  if (!isAbsent && !isGood) {
    failed++;
    process.stdout.write(`${stdout}${stderr}\n`);
  }
  const said = isAbsent ? `skipped: ${program} is not installed` : isGood ? 'good' : 'FAILED';
  process.stdout.write(`${name}: ${said}\n`);
}
rmSync(work, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
