import { repeatInBatches } from '@inaam/core/kernel/jobs';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessMonitor } from '../observability/process-state.ts';
import { type Job, runJobs, stopBetweenStatements } from './run.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Runs jobs until they are stopped, and collects their log lines and state. */
function startJobsUnderTest(...jobs: Job[]) {
  const lines: { msg: string; job: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const watch = createProcessMonitor({ calls: 0, inFlight: 0, retries: 0, unavailable: 0 }, 1);
  const stop = runJobs(jobs, { log, watch });
  return {
    lines,
    getState: (name: string) => watch.state().jobs.find((job) => job.name === name),
    async stop() {
      await stop();
      watch.close();
    },
  };
}

test('runs a job at once and then periodically, never twice at a time', async () => {
  let [runs, concurrent, maxConcurrent] = [0, 0, 0];
  const jobs = startJobsUnderTest({
    id: 'slow',
    everySeconds: 0.02,
    async run() {
      runs++;
      maxConcurrent = Math.max(maxConcurrent, ++concurrent);
      await new Promise((done) => setTimeout(done, 50));
      concurrent--;
    },
  });
  await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  await jobs.stop();
  expect([maxConcurrent, concurrent]).toEqual([1, 0]);
  const runsWhenStopped = runs;
  await new Promise((done) => setTimeout(done, 60));
  expect(runs).toBe(runsWhenStopped);
});

test('logs a failed job, and lets another job start the failed job again', async () => {
  let runs = 0;
  const failing: Job = { id: 'fails', everySeconds: 3600, run: () => Promise.reject(new Error(`run ${++runs}`)) };
  const starter: Job = { id: 'starter', everySeconds: 0.02, run: async ({ startNow }) => startNow('fails') };
  const jobs = startJobsUnderTest(failing, starter);
  await expect.poll(() => jobs.getState('fails')?.failures).toBeGreaterThanOrEqual(2);
  await jobs.stop();
  expect(jobs.getState('starter')).toMatchObject({ failures: 0, last_success_at: expect.any(String) });
  expect(jobs.lines[0]).toMatchObject({ msg: 'job failed', job: 'fails' });
});

test('stops batched work between batches when the process stops, without a failure', async () => {
  let batches = 0;
  const endless: Job = {
    id: 'endless',
    everySeconds: 3600,
    run: ({ stopping }) =>
      repeatInBatches(
        stopBetweenStatements(core.kernel, stopping),
        (sql, limit) => {
          batches++;
          return sql<{ taken: number }[]>`select ${limit}::int as taken`;
        },
        10,
      ),
  };
  const jobs = startJobsUnderTest(endless);
  await expect.poll(() => batches).toBeGreaterThan(2);
  await jobs.stop();
  const done = batches;
  await new Promise((later) => setTimeout(later, 50));
  expect(batches).toBe(done);
  expect([jobs.lines, jobs.getState('endless')?.failures]).toEqual([[], 0]);
});
