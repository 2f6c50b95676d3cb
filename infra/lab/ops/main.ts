import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';

readOptions({
  call: 'npm run lab -- ops',
  description: 'Checks the files of infra/ops with the tools that read them. A missing tool fails its checks.',
});

const ops = fileURLToPath(new URL('../../ops', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'inaam-ops-'));

/** For each tool: a call that succeeds if it is installed, and the command that installs it. */
const tools = {
  promtool: { probe: ['--version'], install: 'apt-get install prometheus' },
  haproxy: { probe: ['-v'], install: 'apt-get install haproxy' },
  caddy: { probe: ['version'], install: 'apt-get install caddy' },
  'systemd-analyze': { probe: ['--version'], install: 'apt-get install systemd' },
  kubectl: { probe: ['version', '--client'], install: 'apt-get install kubernetes-client' },
  kubeconform: { probe: ['-v'], install: 'brew install kubeconform' },
  docker: { probe: ['compose', 'version'], install: 'apt-get install docker-cli docker-compose' },
  hadolint: { probe: ['--version'], install: 'brew install hadolint' },
};

/** Schemas of custom resources, such as CloudNativePG's. */
const CUSTOM_RESOURCES =
  'https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json';

type Tool = keyof typeof tools;

interface Check {
  name: string;
  /** Commands that run in turn; each reads the output of the previous one. */
  steps: readonly [tool: Tool, ...args: string[]][];
  env?: Record<string, string>;
}

/** Writes the dashboard's expressions as rules, which promtool reads. */
function writeDashboardRules(): string {
  const { panels } = JSON.parse(readFileSync(join(ops, 'watch/dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const rules = panels.flatMap(({ targets }) => targets).map(({ expr }, i) => ({ record: `panel:${i}`, expr }));
  if (rules.length === 0) throw new Error('the dashboard has no panel');
  const file = join(work, 'dashboard-rules.yml');
  // JSON is valid YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  return file;
}

/**
 * Copies the systemd units and replaces their programs by `/bin/true`, which exists on every machine, so that only the
 * units are verified.
 */
function copyUnits(): string[] {
  cpSync(join(ops, 'systemd'), work, { recursive: true });
  return readdirSync(join(ops, 'systemd')).map((name) => {
    const file = join(work, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^(Exec\w+=)\S+/gm, '$1/bin/true'));
    return file;
  });
}

/**
 * Values for the variables that compose.yaml requires (`${NAME:?}`). The values are paths, because one variable is a
 * folder.
 */
function composeVariables(): Record<string, string> {
  const names = readFileSync(join(ops, 'compose.yaml'), 'utf8').matchAll(/\$\{(\w+):\?\}/g);
  return Object.fromEntries([...names].map(([, name = '']) => [name, '/example']));
}

const checks: readonly Check[] = [
  { name: 'alerts', steps: [['promtool', 'check', 'rules', join(ops, 'watch/alerts.yml')]] },
  { name: 'alerts fire', steps: [['promtool', 'test', 'rules', join(ops, 'watch/alerts.test.yml')]] },
  { name: 'prometheus', steps: [['promtool', 'check', 'config', join(ops, 'watch/prometheus.yml')]] },
  { name: 'dashboard', steps: [['promtool', 'check', 'rules', writeDashboardRules()]] },
  { name: 'haproxy', steps: [['haproxy', '-c', '-f', join(ops, 'haproxy/haproxy.cfg')]] },
  {
    name: 'caddy',
    steps: [['caddy', 'validate', '--adapter', 'caddyfile', '--config', join(ops, 'caddy/Caddyfile')]],
  },
  { name: 'systemd', steps: [['systemd-analyze', 'verify', ...copyUnits()]] },
  {
    name: 'kubernetes',
    steps: [
      ['kubectl', 'kustomize', join(ops, 'kubernetes')],
      ['kubeconform', '-strict', '-summary', '-'],
    ],
  },
  {
    name: 'kubernetes database',
    steps: [
      ['kubectl', 'kustomize', join(ops, 'kubernetes/database')],
      ['kubeconform', '-strict', '-summary', '-schema-location', 'default', '-schema-location', CUSTOM_RESOURCES, '-'],
    ],
  },
  {
    name: 'compose',
    steps: [['docker', 'compose', '--file', join(ops, 'compose.yaml'), 'config', '--quiet']],
    env: composeVariables(),
  },
  {
    name: 'images',
    steps: [
      ['hadolint', '--failure-threshold', 'warning', join(ops, 'Containerfile'), join(ops, 'postgres/Containerfile')],
    ],
  },
];

/** @returns the fault; undefined without one */
function findFault({ steps, env }: Check): string | undefined {
  let input = '';
  for (const [tool, ...args] of steps) {
    const { probe, install } = tools[tool];
    if (spawnSync(tool, probe, { stdio: 'ignore' }).status !== 0) return `${tool} is missing: ${install}`;
    const options = { encoding: 'utf8', timeout: 400_000, input, env: { ...process.env, ...env } } as const;
    const { error, status, stdout, stderr } = spawnSync(tool, args, options);
    if (status !== 0) return `${tool} refuses it\n${error?.message ?? ''}${stdout}${stderr}`;
    input = stdout;
  }
  return undefined;
}

let failed = 0;
for (const check of checks) {
  const fault = findFault(check);
  if (fault !== undefined) failed++;
  process.stdout.write(`${fault === undefined ? '✓' : '✗'} ${check.name}${fault === undefined ? '' : `: ${fault}`}\n`);
}
rmSync(work, { recursive: true, force: true });
process.stdout.write(`\n${checks.length - failed} of ${checks.length} passed\n`);
process.exitCode = failed === 0 ? 0 : 1;
