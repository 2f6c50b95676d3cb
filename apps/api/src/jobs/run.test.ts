import { repeatInBatches } from '@inaam/core/kernel/jobs';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessMonitor } from '../observability/process-state.ts';
import { type Job, runJobs, stopBetweenMoves } from './run.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Jobs that run until they are stopped, with what is known of them. */
function started(...jobs: Job[]) {
  const lines: { msg: string; job: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const watch = createProcessMonitor({ calls: 0, inFlight: 0, retries: 0, unavailable: 0 }, 1);
  const stop = runJobs(jobs, { log, watch });
  return {
    lines,
    stateOf: (name: string) => watch.state().jobs.find((job) => job.name === name),
    async stop() {
      await stop();
      watch.close();
    },
  };
}

test('a job runs at once and in its turn, never twice at a time', async () => {
  let [runs, atOnce, most] = [0, 0, 0];
  const jobs = started({
    id: 'slow',
    everySeconds: 0.02,
    async run() {
      runs++;
      most = Math.max(most, ++atOnce);
      await new Promise((done) => setTimeout(done, 50));
      atOnce--;
    },
  });
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await jobs.stop();
  expect([most, atOnce]).toEqual([1, 0]);
  const ran = runs;
  await new Promise((done) => setTimeout(done, 60));
  expect(runs).toBe(ran);
});

test('one that fails is told and comes again; another may have it run now', async () => {
  let runs = 0;
  const fails: Job = { id: 'fails', everySeconds: 3600, run: () => Promise.reject(new Error(`run ${++runs}`)) };
  const asks: Job = { id: 'asks', everySeconds: 0.02, run: async ({ startNow }) => startNow('fails') };
  const jobs = started(fails, asks);
  await expect.poll(() => jobs.stateOf('fails')?.failures).toBeGreaterThanOrEqual(2);
  await jobs.stop();
  expect(jobs.stateOf('asks')).toMatchObject({ failures: 0, last_success_at: expect.any(String) });
  expect(jobs.lines[0]).toMatchObject({ msg: 'job failed', job: 'fails' });
});

test('the end of the process breaks work in batches off after the batch, which is no failure', async () => {
  let batches = 0;
  const endless: Job = {
    id: 'endless',
    everySeconds: 3600,
    run: ({ stopping }) =>
      repeatInBatches(
        stopBetweenMoves(core.kernel, stopping),
        (sql, most) => {
          batches++;
          return sql<{ taken: number }[]>`select ${most}::int as taken`;
        },
        10,
      ),
  };
  const jobs = started(endless);
  await expect.poll(() => batches).toBeGreaterThan(2);
  await jobs.stop();
  const done = batches;
  await new Promise((later) => setTimeout(later, 50));
  expect(batches).toBe(done);
  expect([jobs.lines, jobs.stateOf('endless')?.failures]).toEqual([[], 0]);
});
