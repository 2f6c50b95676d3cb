import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { words } from './packages/words/src/vite.ts';

/** Tests that wait most of their time for processes which they start and kill. */
const WAITING = /\/(crash-test|under-kills|embedded|migrate|client|driver|failures|server)\.test\.ts$/;

/** Those that wait come first; the others as Vitest has them, the largest first. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWaiting = ({ moduleId }: TestSpecification) => WAITING.test(moduleId);
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))];
  }
}

/** What the component tests of every package load first. */
const SETUP = ['wait-longer', 'owner-stacks'].map((name) => `packages/ui/src/testing/${name}.ts`);

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
    testTimeout: 30_000,
  },
});

export default defineConfig({
  test: {
    // Of two cores the default uses one; half of the time is spent waiting for a database, a process or a clock.
    maxWorkers: 3,
    // Beside the browser's journeys, whose time the processor is short of; at the end they would be waited for.
    // The black-box tests are group 1.
    sequence: { sequencer: WaitingFirst, groupOrder: 2 },
    // Files of one worker share what they have loaded: loading the server anew took half of the run's processor time.
    // A test keeps its state in what it makes itself (a database, a kernel, an api), not in modules. One that puts
    // another module in a module's place loads its own copies (`vi.doMock`) and leaves none behind.
    isolate: false,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      browser('ui', 'packages/ui'),
      browser('user', 'apps/user', [words()], ['apps/user/src/testing/english.ts']),
      browser('admin', 'apps/admin'),
      // The built product, through its contract alone; comes before all others.
      'apps/e2e/vitest.config.ts',
    ],
  },
});
