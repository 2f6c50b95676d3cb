import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import config from '../../../oxlint.config.ts';

/**
 * A temporary workspace with the fixtures in the router's folder, where the rule applies. The linter of this repository
 * ignores the fixtures in their own folder.
 */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'inaam-lint-'));
  const { ignorePatterns: _, ...rules } = config;
  writeFileSync(join(root, '.oxlintrc.json'), JSON.stringify(rules));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Report {
  diagnostics: { code: string; labels: { span: { line: number } }[] }[];
}

/** The lines of a fixture that the rule refuses in a file of the router. */
function listRefusedLines(fixture: string): number[] {
  const folder = join(root, 'packages', 'router', 'src');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'fixtures', 'router', fixture), folder, { recursive: true });
  const oxlint = join(import.meta.dirname, '../../../node_modules/.bin/oxlint');
  const options = ['--config', '.oxlintrc.json', '--format', 'json', 'packages'];
  let output: string;
  try {
    output = execFileSync(oxlint, options, { cwd: root, encoding: 'utf8' });
  } catch (error) {
    // The linter exits with 1 when it finds something.
    output = String((error as { stdout?: unknown }).stdout);
  }
  const { diagnostics } = JSON.parse(output) as Report;
  return diagnostics
    .filter(({ code }) => code.includes('no-restricted-properties'))
    .flatMap(({ labels }) => labels.map(({ span }) => span.line))
    .toSorted((a, b) => a - b);
}

test('refuses transactions and queries in a router, and accepts a router that passes the kernel to the core', () => {
  expect(listRefusedLines('refused')).toEqual([1, 2, 4, 7]);
  expect(listRefusedLines('accepted')).toEqual([]);
});
