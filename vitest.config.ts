import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { words } from './packages/words/src/vite.ts';

/** Tests that mostly wait: for processes that they start and kill, for the change feed, or for the wheel. */
const WAITING = ['advance', 'client', 'crash-test', 'driver', 'embedded', 'failures', 'migrate', 'money-messages']
  .concat('server', 'spin-dialog', 'under-kills')
  .map((name) => `/${name}.test.ts`);

/**
 * Runs waiting tests first, then the others in Vitest's order, the largest first. Component tests come last: they never
 * wait, so they keep both cores busy after the browser journeys have ended.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const getTurn = ({ moduleId, project }: TestSpecification) =>
      WAITING.some((end) => moduleId.replace(/x$/, '').endsWith(end)) ? 0 : project.name === 'node' ? 1 : 2;
    return (await super.sort(files)).toSorted((a, b) => getTurn(a) - getTurn(b));
  }
}

/** Setup files of the component tests in every package. */
const SETUP = ['wait-longer', 'owner-stacks', 'key-warnings', 'quick-styles'].map(
  (name) => `packages/ui/src/testing/${name}.ts`,
);

/** Ends a test that hangs. The longest tests take some seconds, and ten times as long on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;

/** Component tests: a simulated browser, no database. */
const browser = (name: string, root: string, plugins: Plugin[] = [], setupFiles: string[] = []) => ({
  extends: true as const,
  plugins,
  test: {
    name,
    root,
    environment: 'happy-dom',
    include: ['{src,catalogue}/**/*.test.{ts,tsx}'],
    globalSetup: ['sampling', 'built'].map((file) =>
      fileURLToPath(new URL(`infra/tools/vitest/${file}.ts`, import.meta.url)),
    ),
    setupFiles: [...SETUP, ...setupFiles].map((file) => fileURLToPath(new URL(file, import.meta.url))),
    testTimeout: TEST_TIMEOUT_MS,
    // React and the simulated browser create many short-lived objects. With Node's default of 16 MB, too many of them
    // are copied to the old generation, which takes a twelfth of the tests' processor time.
    execArgv: ['--max-semi-space-size=64'],
  },
});

export default defineConfig({
  test: {
    // With two cores the default is one worker. A third worker gains nothing: the browser journeys use the processor
    // time that two workers leave, and each worker loads the server's modules once more.
    maxWorkers: 2,
    // The black-box tests are group 1 and run before these tests. The browser journeys run at the same time as these.
    sequence: { sequencer: WaitingFirst, groupOrder: 2 },
    // Files of one worker share loaded modules: reloading the server took half of the run's CPU time. A test keeps its
    // state in what it creates (a database, a kernel, an api), not in modules. A test that replaces a module loads its
    // own copies (`vi.doMock`) and leaves none behind.
    isolate: false,
    // The default, a second, is too short on a busy machine. Shorter than the timeout of a test, so that the failure
    // names the poll.
    expect: { poll: { timeout: 25_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'packages/{contracts,core,db,mailbox,router,settings,testing,words}/src/**/*.test.ts',
            'apps/{api,sandbox}/src/**/*.test.ts',
            'apps/e2e/src/support/**/*.test.ts',
            'infra/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/fixtures/**', 'apps/e2e/src/blackbox/**'],
          globalSetup: ['sampling', 'postgres', 'fuzz'].map((name) => `infra/tools/vitest/${name}.ts`),
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: 60_000,
        },
      },
      browser('ui', 'packages/ui'),
      browser('user', 'apps/user', [words()], ['apps/user/src/testing/english.ts']),
      browser('admin', 'apps/admin'),
      // Tests the built product through its contract only. Runs before all others.
      'apps/e2e/vitest.config.ts',
    ],
  },
});
