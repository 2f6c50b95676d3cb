import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type * as work from './hash-thread.ts';

/**
 * Added niceness (man 7 sched). A thread of niceness 5 still gets a quarter of a core that it shares with a busy thread
 * of niceness 0, so sign-ins work on a busy machine. Only Linux has a niceness per thread. Elsewhere it would apply to
 * the whole process (man 2 nice), so none is added.
 */
const NICENESS = process.platform === 'linux' ? 5 : 0;

/** V8 heap in MiB. argon2 allocates its memory outside this heap. */
const HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

export interface HashThreads {
  hash(task: Parameters<typeof work.hash>[0]): Promise<string>;
  verify(task: Parameters<typeof work.verify>[0]): Promise<boolean>;
}

/**
 * Creates threads for hashing, on Linux with a lower priority than request handling. In Node's own thread pool, argon2
 * would delay the compression of responses. The threads do not keep the process alive. If a thread dies, its hash fails
 * and another thread replaces it.
 *
 * @param count maximum number of threads
 * @param warm start the threads at once instead of with the first hashes
 */
export function createHashThreads(count: number, warm = false): HashThreads {
  const threads = new Piscina({
    // The build puts the thread file next to the bundle (apps/api/vite.config.ts).
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
