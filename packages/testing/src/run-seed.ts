import { spawnSync } from 'node:child_process';

let seed: number | undefined;

/**
 * The seed of what is committed: the same files draw the same samples everywhere, so that what fails for one person
 * fails for all, and the next commit draws others. Another one each time outside of a repository.
 */
function seedOfCommit(): number {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : Date.now() % 1_000_000_000;
}

/** The environment of a process. */
type Environment = Record<string, string | undefined>;

/**
 * The seed of this run: TEST_SEED where it is given, else that of the commit. It is printed, so that a run can be
 * repeated after the next commit, too.
 * @param env where it is read, and left for the processes that this one starts
 * @throws where TEST_SEED is no whole number
 */
export function getRunSeed(env: Environment): number {
  if (seed === undefined) {
    const given = env['TEST_SEED'];
    seed = given ? Number(given) : seedOfCommit();
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`TEST_SEED: "${given}" is not a whole number`);
    // Each project of the run loads this file anew: they share the seed, and it is said once.
    if (env['TEST_SEED_SAID'] !== String(seed))
      process.stdout.write(`\n  What is sampled, by seed ${seed} (TEST_SEED=${seed} repeats it)\n`);
    env['TEST_SEED'] = env['TEST_SEED_SAID'] = String(seed);
  }
  return seed;
}

/** Whether all there is is tried instead of a sample: TEST_LONG=1. */
export const isLongRun = (env: Environment): boolean => env['TEST_LONG'] === '1';
