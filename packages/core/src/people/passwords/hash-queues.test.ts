import { describe, expect, test } from 'vitest';
import { createHashQueues, type HashQueueName } from './hash-queues.ts';

/** Lanes over hashes that end when the test says so, each after 100 ms of a clock that the test moves. */
function lanesOf(concurrency: number, longestWait = 1000) {
  let time = 0;
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const lanes = createHashQueues({ concurrency, longestWait, firstGuess: 100, now: () => time });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    refused,
    retryAfter: [] as number[],
    ask(lane: HashQueueName, ...names: string[]) {
      for (const name of names) {
        const work = () =>
          new Promise<void>((resolve) => {
            begun.push(name);
            ends.set(name, resolve);
          });
        lanes.run(lane, work).catch((error: { code: string; retryAfterSeconds: number }) => {
          refused.push(name);
          this.retryAfter.push(error.code === 'UNAVAILABLE' ? error.retryAfterSeconds : Number.NaN);
        });
      }
      return settled();
    },
    async end(...names: string[]) {
      for (const name of names) {
        time += 100;
        ends.get(name)?.();
        await settled();
      }
    },
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('hash lanes', () => {
  test('a crowd that signs up leaves one core to those who sign in', async () => {
    const lanes = lanesOf(2);
    await lanes.ask('sign-up', ...names('up', 5));
    expect(lanes.begun).toEqual(['up0']);
    await lanes.ask('sign-in', 'in');
    expect(lanes.begun).toEqual(['up0', 'in']);
  });

  test('on one core those who sign in go first, and those who sign up come every fourth time', async () => {
    const lanes = lanesOf(1);
    await lanes.ask('sign-up', 'up0', 'up1');
    await lanes.ask('sign-in', ...names('in', 6));
    await lanes.end('up0', 'in0', 'in1', 'in2', 'up1', 'in3', 'in4');
    expect(lanes.begun).toEqual(['up0', 'in0', 'in1', 'in2', 'up1', 'in3', 'in4', 'in5']);
  });

  test('who would wait too long is refused at once, with the time after which to come back', async () => {
    const lanes = lanesOf(1, 1000);
    await lanes.ask('sign-in', ...names('in', 12));
    // One runs, ten wait for up to a second, and the twelfth would wait for longer.
    expect(lanes.refused).toEqual(['in11']);
    expect(lanes.retryAfter).toEqual([2]);
    // The other lane is not full by that.
    await lanes.ask('sign-up', 'up');
    expect(lanes.refused).toEqual(['in11']);
  });

  test('a machine that has become slow refuses who has waited too long', async () => {
    const lanes = lanesOf(1, 1000);
    await lanes.ask('sign-in', 'in0', 'in1');
    lanes.pass(2000);
    await lanes.end('in0');
    expect(lanes.refused).toEqual(['in1']);
    // It is free again, and knows that a hash takes longer by now.
    await lanes.ask('sign-in', 'in2');
    expect(lanes.begun).toEqual(['in0', 'in2']);
  });

  test('a failure frees its place', async () => {
    const lanes = createHashQueues({ concurrency: 1, longestWait: 1000 });
    await expect(lanes.run('sign-in', () => Promise.reject(new Error('no hash')))).rejects.toThrow('no hash');
    expect(await lanes.run('sign-in', () => Promise.resolve(1))).toBe(1);
  });
});
