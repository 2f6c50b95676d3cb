import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killProcessTree } from '../../run/process-tree.mjs';
import { root } from '../harness/api-process.ts';
import { onCleanup } from '../harness/cleanup.ts';
import { listFiles } from '../harness/workspace.ts';
import { createFinder, type SourceRange } from './declarations.ts';
import { rewrite } from './pattern.ts';
import type { Defect } from './read-defects.ts';

const TIMEOUT_MS = 300_000;

/** A defect with its file and tests. */
export interface SeededDefect extends Pick<SourceRange, 'file' | 'language'> {
  /** The declaration with the defect in it. */
  declaration: string;
  /** The whole file with the defect in it. */
  text: string;
  /** Paths from the root. */
  tests: readonly string[];
}

/** `not tried`: the runner wrote no report, or no test ran, so the outcome is unknown. */
export type Outcome = 'killed' | 'survived' | 'not tried';

/**
 * Returns a function that applies a defect to the text of its file, and writes nothing.
 * @throws an Error when the declaration, the pattern or a test of the given defect is not found exactly once
 */
export function createSeeding(folder = root): (defect: Defect) => SeededDefect {
  const { findDeclaration, findTest } = createFinder(folder, listFiles(folder));
  return ({ subject, pattern, replacement, tests }) => {
    const { file, language, text, start, end } = findDeclaration(subject);
    const declaration = rewrite(text.slice(start, end), language, pattern, replacement);
    const seeded = text.slice(0, start) + declaration + text.slice(end);
    return { file, language, declaration, text: seeded, tests: tests.map(findTest) };
  };
}

const getProject = (test: string): string =>
  /^apps\/(user|admin)\//.exec(test)?.[1] ?? (test.startsWith('packages/ui/') ? 'ui' : 'node');

/** Writes one defect into a copy of the workspace, runs its tests, and reverts it. */
export async function tryDefect(folder: string, { file, text, tests }: SeededDefect): Promise<Outcome> {
  const defectiveFile = join(folder, file);
  const originalText = readFileSync(defectiveFile, 'utf8');
  const report = join(folder, 'mutants-report.json');
  rmSync(report, { force: true });
  writeFileSync(defectiveFile, text);
  try {
    const projects = [...new Set(tests.map(getProject))].flatMap((name) => ['--project', name]);
    const options = ['--reporter=json', `--outputFile=${report}`, '--maxWorkers=1', '--bail=1'];
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...options, ...tests],
      {
        cwd: folder,
        stdio: 'ignore',
        timeout: TIMEOUT_MS,
      },
    );
    const forget = onCleanup(() => killProcessTree(child));
    await new Promise((resolve) => child.once('close', resolve));
    forget();
    if (!existsSync(report)) return 'not tried';
    const { numFailedTests: failed, numPassedTests: passed } = JSON.parse(readFileSync(report, 'utf8')) as {
      numFailedTests: number;
      numPassedTests: number;
    };
    if (failed + passed === 0) return 'not tried';
    return failed > 0 ? 'killed' : 'survived';
  } finally {
    writeFileSync(defectiveFile, originalText);
  }
}
