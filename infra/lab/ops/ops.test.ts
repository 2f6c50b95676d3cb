import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Runs `npm run lab -- ops` with stand-ins for its tools, which accept or refuse every file. */

const lab = fileURLToPath(new URL('../main.ts', import.meta.url));
const TOOLS = ['promtool', 'haproxy', 'caddy', 'systemd-analyze', 'kubectl', 'kubeconform', 'docker', 'hadolint'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inaam-tools-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const install = (tool: string, script: string) =>
  writeFileSync(join(folder, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const check = () => spawnSync(process.execPath, [lab, 'ops'], { encoding: 'utf8', env: { PATH: folder } });

test('fails each of the eleven checks whose tool is missing, and prints the command that installs the tool', () => {
  const { status, stdout } = check();
  expect(status).toBe(1);
  expect(stdout.match(/^✗ [\w ]+: [\w-]+ is missing: (?:apt-get|brew) install .+$/gm)).toHaveLength(11);
  expect(stdout).toContain('✗ haproxy: haproxy is missing: apt-get install haproxy');
  expect(stdout).toContain('\n0 of 11 passed');
});

test('passes when each tool accepts its file, and gives kubeconform the output of kubectl', () => {
  for (const tool of TOOLS) install(tool, 'exit 0');
  install('kubectl', 'echo manifests');
  install('kubeconform', `[ "$1" = -v ] && exit 0; read -r line; echo "$line" >> ${folder}/read`);
  const { status, stdout } = check();
  expect(stdout).toContain('\n11 of 11 passed');
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'read'), 'utf8')).toBe('manifests\nmanifests\n');
});

test('fails when one tool refuses a file, and prints its output', () => {
  for (const tool of TOOLS) install(tool, 'exit 0');
  install('caddy', '[ "$1" = version ] && exit 0; echo "unrecognized directive" >&2; exit 1');
  const { status, stdout } = check();
  expect(status).toBe(1);
  expect(stdout).toContain('✗ caddy: caddy refuses it\nunrecognized directive');
  expect(stdout).toContain('\n10 of 11 passed');
});
