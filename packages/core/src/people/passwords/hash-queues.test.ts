import { describe, expect, test } from 'vitest';
import { createHashQueues, type HashQueueName } from './hash-queues.ts';

/** Creates queues whose hashes run until the test ends them. Each end moves a fake clock forward by 100 ms. */
function createTestQueues(concurrency: number, maxWaitMs = 1000) {
  let time = 0;
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const queues = createHashQueues({ concurrency, maxWaitMs, firstGuess: 100, now: () => time });
  const waitForImmediate = () => new Promise((resolve) => setImmediate(resolve));
  return {
    started,
    refused,
    retryAfter: [] as number[],
    ask(queue: HashQueueName, ...names: string[]) {
      for (const name of names) {
        const work = () =>
          new Promise<void>((resolve) => {
            started.push(name);
            ends.set(name, resolve);
          });
        queues.run(queue, work).catch((error: { code: string; retryAfterSeconds: number }) => {
          refused.push(name);
          this.retryAfter.push(error.code === 'UNAVAILABLE' ? error.retryAfterSeconds : Number.NaN);
        });
      }
      return waitForImmediate();
    },
    async end(...names: string[]) {
      for (const name of names) {
        time += 100;
        ends.get(name)?.();
        await waitForImmediate();
      }
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('hash queues', () => {
  test('reserve a core for sign-ins during a crowd of sign-ups', async () => {
    const queues = createTestQueues(2);
    await queues.ask('sign-up', ...names('up', 5));
    expect(queues.started).toEqual(['up0']);
    await queues.ask('sign-in', 'in');
    expect(queues.started).toEqual(['up0', 'in']);
  });

  test('serve sign-ins first on one core, and a sign-up every fourth time', async () => {
    const queues = createTestQueues(1);
    await queues.ask('sign-up', 'up0', 'up1');
    await queues.ask('sign-in', ...names('in', 6));
    await queues.end('up0', 'in0', 'in1', 'in2', 'up1', 'in3', 'in4');
    expect(queues.started).toEqual(['up0', 'in0', 'in1', 'in2', 'up1', 'in3', 'in4', 'in5']);
  });

  test('refuse calls that would wait too long, with a retry time', async () => {
    const queues = createTestQueues(1, 1000);
    await queues.ask('sign-in', ...names('in', 12));
    // One hash runs, ten wait up to a second, and the twelfth would wait longer.
    expect(queues.refused).toEqual(['in11']);
    expect(queues.retryAfter).toEqual([2]);
    // The other queue is not full.
    await queues.ask('sign-up', 'up');
    expect(queues.refused).toEqual(['in11']);
  });

  test('refuse a waiting call if earlier hashes take longer than estimated', async () => {
    const queues = createTestQueues(1, 1000);
    await queues.ask('sign-in', 'in0', 'in1');
    queues.pass(2000);
    await queues.end('in0');
    expect(queues.refused).toEqual(['in1']);
    // The queue is empty again and has adjusted its estimate.
    await queues.ask('sign-in', 'in2');
    expect(queues.started).toEqual(['in0', 'in2']);
  });

  test('free the slot after a failure', async () => {
    const queues = createHashQueues({ concurrency: 1, maxWaitMs: 1000 });
    await expect(queues.run('sign-in', () => Promise.reject(new Error('no hash')))).rejects.toThrow('no hash');
    expect(await queues.run('sign-in', () => Promise.resolve(1))).toBe(1);
  });
});
