import { spawnSync } from 'node:child_process';

let seed: number | undefined;

/**
 * Derives the seed from the commit: the same files draw the same samples everywhere, and the next commit draws others.
 * Outside of a repository the seed is random.
 */
function getCommitSeed(): number {
  const { stdout, status } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 7), 16) : Date.now() % 1_000_000_000;
}

type Environment = Record<string, string | undefined>;

/**
 * The seed of this run: TEST_SEED if given, else the seed of the commit. Prints it, so that a run can be repeated after
 * the next commit.
 * @param env the environment; gets the seed for child processes
 * @throws if TEST_SEED is not a whole number
 */
export function getRunSeed(env: Environment): number {
  if (seed === undefined) {
    const given = env['TEST_SEED'];
    seed = given ? Number(given) : getCommitSeed();
    if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`TEST_SEED: "${given}" is not a whole number`);
    // Each project of the run loads this file again. They share the seed, which is printed once.
    if (env['TEST_SEED_PRINTED'] !== String(seed))
      process.stdout.write(`\n  Samples are drawn by seed ${seed} (TEST_SEED=${seed} repeats them)\n`);
    env['TEST_SEED'] = env['TEST_SEED_PRINTED'] = String(seed);
  }
  return seed;
}

/** Whether tests try all cases instead of a sample: TEST_LONG=1. */
export const isLongRun = (env: Environment): boolean => env['TEST_LONG'] === '1';
