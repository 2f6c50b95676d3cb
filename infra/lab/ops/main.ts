import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';

/**
 * `npm run lab -- ops`: every file of infra/ops is read by the program that it is for. Programs come from Debian
 * (prometheus, haproxy, caddy, systemd, kubernetes-client); one that is not there is named and skipped. Compose and
 * Kubernetes files are read by their published schemas, which npm has: see validators/validate.mjs.
 */

readOptions({ call: 'npm run lab -- ops', does: 'Has every file of infra/ops read by the program that it is for.' });

const ops = fileURLToPath(new URL('../../ops', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'inaam-ops-'));

interface Check {
  name: string;
  program: string;
  args: string[];
  input?: string;
  /** What the program must say besides ending well. */
  says?: RegExp;
  /** It must end badly: the file is a good one with a fault put in. */
  isRefused?: boolean;
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
  return readdirSync(join(ops, 'systemd')).map((name) => {
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

/** Faults that somebody makes: the field, as the refusal must name it, what is there, and what stands in its place. */
const faults: Record<'compose' | 'kubernetes', [field: RegExp, from: string, to: string][]> = {
  compose: [
    [/restrat/, 'restart: on-failure', 'restrat: on-failure'],
    [/postgres\/healthcheck\/retries/, 'retries: 30', 'retries: [30]'],
    [/depends_on\/postgres\/condition/, 'condition: service_healthy', 'condition: service_well'],
    [/volume/, 'volumes:\n  data:', 'volume:\n  data:'],
  ],
  kubernetes: [
    [/readinesProbe/, 'readinessProbe', 'readinesProbe'],
    [/replicas must be integer/, 'replicas: 3', 'replicas: three'],
    [/minAvailible/, 'minAvailable: 2', 'minAvailible: 2'],
    [/httpGet must have required property port/, '/readyz\n            port: app', '/readyz'],
    [/podSelecter/, 'podSelector', 'podSelecter'],
    [/networking.k8s.io\/v2 has no such kind/, 'networking.k8s.io/v1', 'networking.k8s.io/v2'],
  ],
};

/** Files by their schemas, and each with its faults: a schema that refuses nothing would be none. */
function schemaChecks(): Check[] {
  const folder = fileURLToPath(new URL('validators', import.meta.url));
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const installed = spawnSync('npm', npm, { encoding: 'utf8', timeout: 400_000 });
  if (installed.status !== 0) throw new Error(`the schemas cannot be had from npm: ${installed.stderr}`);
  const manifests = spawnSync('kubectl', ['kustomize', join(ops, 'kubernetes')], { encoding: 'utf8' });
  const texts = { compose: readFileSync(join(ops, 'compose.yaml'), 'utf8'), kubernetes: manifests.stdout ?? '' };
  const tsc = join(ops, '../../node_modules/.bin/tsc');
  return (['compose', 'kubernetes'] as const).flatMap((kind) => {
    const text = texts[kind];
    if (text === '') {
      process.stdout.write(`${kind} by its schema: skipped: kubectl is not installed\n`);
      return [];
    }
    const check = { program: process.execPath, args: [join(folder, 'validate.mjs'), kind, tsc] };
    const refused = faults[kind].map(([says, from, to]): Check => {
      if (!text.includes(from))
        throw new Error(`${kind}: ‘${from}’ is not there any more: the fault needs another place`);
      const name = `${kind} with a fault in ${says.source}`;
      return { ...check, name, input: text.replace(from, to), says, isRefused: true };
    });
    return [{ ...check, name: `${kind} by its schema`, input: text }, ...refused];
  });
}

let failed = 0;
for (const { name, program, args, input, says, isRefused = false } of [...checks, ...schemaChecks()]) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 400_000, input });
  const isAbsent = error !== undefined && 'code' in error && error.code === 'ENOENT';
  const isGood = (status === 0) !== isRefused && (says?.test(stdout) ?? true);
  if (!isAbsent && !isGood) {
    failed++;
    process.stdout.write(`${stdout}${stderr}\n`);
  }
  const said = isAbsent ? `skipped: ${program} is not installed` : isGood ? 'good' : 'FAILED';
  process.stdout.write(`${name}: ${said}\n`);
}
rmSync(work, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
