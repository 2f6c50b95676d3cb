import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { type Mutant, mutants } from './mutants.ts';
import { seeded } from './place.ts';
import { DOCUMENT, documentOf, type Outcome } from './table.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PATIENCE_MS = 300_000;

interface Told {
  numFailedTests: number;
  numPassedTests: number;
}

/** A copy of the sources, as they are now, beside links to what is installed: nobody's files are changed. */
function copyOf(): string {
  const copy = mkdtempSync(join(tmpdir(), 'inaam-mutants-'));
  const list = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const files = list.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  // The workspace's own packages are links to their folders: the copy's lead to the copy.
  const own = files.filter((file) => file.endsWith('/package.json')).map(dirname);
  for (const folder of ['.', ...own]) {
    const from = join(root, folder, 'node_modules');
    if (!existsSync(from)) continue;
    mkdirSync(join(copy, folder, 'node_modules'), { recursive: true });
    for (const name of readdirSync(from)) {
      const to = join(copy, folder, 'node_modules', name);
      if (folder === '.' && name !== '@inaam') symlinkSync(join(from, name), to);
      else if (!name.startsWith('.')) cpSync(join(from, name), to, { recursive: true, verbatimSymlinks: true });
    }
  }
  return copy;
}

const projectOf = (test: string): string =>
  /^apps\/(user|admin)\//.exec(test)?.[1] ?? (test.startsWith('packages/ui/') ? 'ui' : 'node');

/** Runs test files in a copy. @returns what the runner reported; undefined where it came to no report */
async function runTests(copy: string, tests: readonly string[]): Promise<Told | undefined> {
  const report = join(copy, 'mutants-report.json');
  rmSync(report, { force: true });
  const projects = [...new Set(tests.map(projectOf))].flatMap((name) => ['--project', name]);
  const options = ['--reporter=json', `--outputFile=${report}`, '--maxWorkers=1'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...options, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  await new Promise((resolve) => child.once('close', resolve));
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Told) : undefined;
}

/** Seeds one defect, runs its tests, and takes it out again. */
async function tryOne(copy: string, mutant: Mutant): Promise<Outcome> {
  const { file, text } = seeded(copy, mutant);
  const before = readFileSync(join(copy, file), 'utf8');
  writeFileSync(join(copy, file), text);
  try {
    const told = await runTests(copy, mutant.tests);
    if (!told || told.numFailedTests + told.numPassedTests === 0) return 'not tried';
    return told.numFailedTests > 0 ? 'killed' : 'survived';
  } finally {
    writeFileSync(join(copy, file), before);
  }
}

const { numbers } = readOptions({
  call: 'npm run lab -- mutants',
  does: 'Seeds each defect of mutants.ts into a copy of the workspace and says whether its tests notice.',
  options: {
    from: { says: 'the number of the first defect, from 1; the first unless given', least: 1 },
    count: { says: 'how many; all unless given', least: 1 },
    parallel: { says: 'how many at a time; 2 unless given', least: 1 },
  },
});
const { from = 1, count, parallel = 2 } = numbers;
const chosen = mutants.slice(from - 1, count === undefined ? undefined : from - 1 + count);
const outcomes = new Map<Mutant, Outcome>();
const copies: string[] = [];
const waiting = [...chosen];

async function work(): Promise<void> {
  const copy = copyOf();
  copies.push(copy);
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const outcome = await tryOne(copy, mutant);
    outcomes.set(mutant, outcome);
    console.log(`${outcome === 'killed' ? '✓' : '✗'} ${mutants.indexOf(mutant) + 1} ${mutant.defect}: ${outcome}`);
  }
}

try {
  await Promise.all(Array.from({ length: Math.min(parallel, chosen.length) }, work));
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
const killed = [...outcomes.values()].filter((outcome) => outcome === 'killed').length;
console.log(`\n${killed} of ${chosen.length} killed`);
const document = join(root, DOCUMENT);
const before = existsSync(document) ? readFileSync(document, 'utf8') : '';
writeFileSync(document, documentOf(mutants, outcomes, before));
execFileSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', DOCUMENT], {
  cwd: root,
  stdio: 'ignore',
});
process.exitCode = killed === chosen.length ? 0 : 1;
