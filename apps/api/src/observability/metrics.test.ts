import type { JobState } from '@inaam/contracts/insights/operations';
import { expect, test } from 'vitest';
import { createLifecycle } from '../lifecycle/lifecycle.ts';
import { createMetrics } from './metrics.ts';
import { createProcessMonitor } from './process-state.ts';

const counts = { calls: 0, inFlight: 0, retries: 0, unavailable: 0 };

test('reports the process start as the last success of a job that never succeeded', async () => {
  const watch = createProcessMonitor(counts, 1);
  const metrics = createMetrics({
    counts,
    connections: 1,
    lifecycle: createLifecycle(),
    processState: () => watch.state(),
    readCounts: { replica: 0, primary: 0 },
  });
  for (const name of ['hangs', 'fails', 'works']) watch.addJob(name, 30);
  for (const each of [watch, metrics]) {
    each.watchJob('fails', 0.1, false);
    each.watchJob('works', 0.1, true);
  }
  const text = await metrics.registry.metrics();
  const at = (name: JobState['name']) =>
    Number(new RegExp(`^inaam_job_last_success_timestamp_seconds{job_name="${name}"} (.+)$`, 'm').exec(text)?.[1]);
  const started = performance.timeOrigin / 1000;
  expect(at('hangs')).toBeCloseTo(started, 2);
  expect(at('fails')).toBeCloseTo(started, 2);
  expect(at('works')).toBeGreaterThan(started + performance.now() / 1000 - 5);
  expect(text).toMatch(/^inaam_job_failures_total{job_name="fails"} 1$/m);
  expect(text).toMatch(/^inaam_job_period_seconds{job_name="hangs"} 30$/m);
  watch.close();
});
