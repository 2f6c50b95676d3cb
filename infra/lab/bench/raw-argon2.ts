import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Verifies passwords on all cores for the seconds that it is given, and tells how many; the cost is the product's. */
const seconds = Number(process.argv[2]);
const phc = await hash('a password', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const took: number[] = [];
const began = performance.now();

async function lane(): Promise<void> {
  while (performance.now() - began < seconds * 1000) {
    const from = performance.now();
    if (!(await verify(phc, 'a password'))) throw new Error('the password is not its own');
    took.push(performance.now() - from);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, lane));
const elapsed = (performance.now() - began) / 1000;
const sorted = took.toSorted((a, b) => a - b);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    done: took.length,
    perSecond: took.length / elapsed,
    failed: 0,
    p50: sorted[took.length >> 1],
    p99: sorted[Math.floor(took.length * 0.99)],
    serverCpu: (user + system) / took.length,
  }),
);
