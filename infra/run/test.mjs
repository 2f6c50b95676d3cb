import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAll, checkOne } from './check.mjs';
import { stopOnSignals } from './shutdown.mjs';
import { installPackages, node, pnpm, root, run, turbo } from './workspace.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

const total = { passed: 0, failed: 0 };

/** @param {Count} count */
function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

/**
 * Counts a check as one test.
 * @param {boolean} passed
 */
function count(passed) {
  add(passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  return passed;
}

/**
 * Runs a test runner and counts results by its report. A runner that fails without a failed test (an error outside of
 * tests, a crash) counts as one failure.
 * @param {string} name
 * @param {string} report
 * @param {(report: any) => Count} read
 * @param {() => Promise<{ code: number, output: string }>} work
 */
async function runSuite(name, report, read, work) {
  const { code, output } = await work();
  if (output) process.stdout.write(`\n  ${name}\n\n${output}`);
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  const hasUncountedFailure = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  if (hasUncountedFailure) console.log(`  ✗ ${name} ended with exit code ${code}, ${counts.passed} passed`);
  add(hasUncountedFailure ? { ...counts, failed: 1 } : counts);
}

/** `npm test`: runs every check, then every test, and prints one line with the counts. */
export default async function test() {
  stopOnSignals();
  console.log('\n  Inaam: checks and tests\n');
  const reports = mkdtempSync(join(tmpdir(), 'inaam-reports-'));
  try {
    await installPackages();
    await runChecksAndTests(reports);
  } catch (error) {
    console.error(/** @type {any} */ (error).refusal ? /** @type {Error} */ (error).message : error);
    add({ passed: 0, failed: 1 });
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/** @param {string} reports the folder of the reports */
async function runChecksAndTests(reports) {
  for (const passed of await checkAll()) count(passed);
  const built = count(await checkOne('Build', () => turbo('build')));
  if (built) count(await checkOne('Browser bundles', () => run(node, ['infra/tools/checks/bundles.ts'])));

  // Vitest and Playwright each spend two fifths of their time waiting for a database, a clock or a page, so both run at
  // the same time.
  await Promise.all([unitTests(reports, built), built ? journeys(reports) : noJourneys()]);
}

/**
 * Runs the tests in Node and in a simulated browser, and the black-box tests. Shows their output as it arrives.
 * @param {string} reports
 * @param {boolean} built whether tests may use an existing build
 */
function unitTests(reports, built) {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  console.log('\n  Unit and integration tests\n');
  return runSuite(
    'Unit and integration tests',
    report,
    ({ numPassedTests, numFailedTests, testResults }) => ({
      passed: numPassedTests,
      // A file that fails outside of its tests, in a hook or an import, counts as one failure.
      failed: numFailedTests + testResults.filter(failsOutside).length,
    }),
    () => pnpm(['exec', 'vitest', 'run', ...reporters], { show: true, env: { INAAM_BUILT: built ? '1' : undefined } }),
  );
}

/**
 * Runs browser journeys on the build. Shows their output at the end.
 * @param {string} reports
 */
function journeys(reports) {
  const report = join(reports, 'playwright.json');
  return runSuite(
    'Browser journeys',
    report,
    ({ stats }) => {
      if (stats.flaky > 0) console.log(`  ! ${stats.flaky} of the journeys passed only at the second attempt`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
    () =>
      pnpm(['--filter', '@inaam/e2e', 'exec', 'playwright', 'test', '--reporter=list,json'], {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, INIT_CWD: root, E2E_SAMPLED: '1' },
      }),
  );
}

/** @param {{ status: string, assertionResults: { status: string }[] }} file */
const failsOutside = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((each) => each.status !== 'failed');

async function noJourneys() {
  console.log('  ✗ Browser journeys: not run, since there is no build');
  add({ passed: 0, failed: 1 });
}
