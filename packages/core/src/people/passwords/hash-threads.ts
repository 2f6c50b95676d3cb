import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type * as work from './hash-thread.ts';

/**
 * What is added to the niceness (man 7 sched): beside a busy thread of niceness 0 one of 5 gets a quarter of a core, so
 * people get in on a machine that is busy with others, too. Only Linux has one for each thread: elsewhere it is the
 * whole process's (man 2 nice), or of other values.
 */
const NICENESS = process.platform === 'linux' ? 5 : 0;

/** MiB of V8's own; what argon2 fills lies outside of it. */
const HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

export interface HashThreads {
  hash(task: Parameters<typeof work.hash>[0]): Promise<string>;
  verify(task: Parameters<typeof work.verify>[0]): Promise<boolean>;
}

/**
 * Threads for hashes alone, on Linux of a lower priority than what answers people. In Node's own pool argon2 kept a
 * core for as long as it had work, and answers wait there for their compression. They hold no
 * process that wants to end. A thread that dies fails the hash that it was at, and another takes its place.
 *
 * @param count at most
 * @param warm they begin at once, and not with the first hashes
 */
export function createHashThreads(count: number, warm = false): HashThreads {
  const threads = new Piscina({
    // Beside this file in the sources, and beside the bundle that holds it: vite.config.ts of apps/api.
    filename: fileURLToPath(new URL(`./hash-thread${extname(import.meta.url)}`, import.meta.url)),
    minThreads: warm ? count : 0,
    maxThreads: count,
    idleTimeout: Infinity,
    niceIncrement: NICENESS,
    resourceLimits: HEAP,
  });
  return {
    hash: (task) => threads.run(task, { name: 'hash' }) as Promise<string>,
    verify: (task) => threads.run(task, { name: 'verify' }) as Promise<boolean>,
  };
}
