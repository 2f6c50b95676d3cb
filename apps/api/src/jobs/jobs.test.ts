import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jobs } from './jobs.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const runbooks = readdirSync(join(root, 'infra/docs/runbooks')).map((file) => `infra/docs/runbooks/${file}`);
const ids = jobs.map(({ id }) => id);

const period = (seconds: number) => {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
};

/** The cells of the Markdown table below a heading. */
const rowsBelow = (text: string, heading: string) =>
  (text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').flatMap((cell) => cell.trim().replaceAll('`', '') || []));

describe('the job list', () => {
  test('gives each job a unique id in kebab case', () => {
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('equals the table below JobStuck in the runbook alerts.md', () => {
    const table = rowsBelow(read('infra/docs/runbooks/alerts.md'), 'JobStuck');
    expect(table).toEqual(jobs.map(({ id, everySeconds, alert }) => [id, period(everySeconds), alert]));
  });

  test('names alerts that exist', () => {
    const alerts = [...read('infra/ops/watch/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(jobs.map(({ alert }) => alert).filter((alert) => !alerts.includes(alert))).toEqual([]);
  });

  test('is watched by the alert JobStuck and shown on the dashboard', () => {
    expect(read('infra/ops/watch/alerts.yml')).toContain(
      'time() - inaam_job_last_success_timestamp_seconds - 2 * inaam_job_period_seconds > 600',
    );
    expect(read('infra/ops/watch/dashboard.json')).toContain(
      'max by (job_name) (inaam_job_last_success_timestamp_seconds)',
    );
  });

  test.each([
    ['alerts.test.yml', ['infra/ops/watch/alerts.test.yml'], /job_name(?:=|: )"([^"]+)"/g],
    ['the runbooks', runbooks, /\b[Tt]he job\s+`([^`]+)`/g],
    ['the screen Operations', ['apps/admin/src/features/operations/warning-words.ts'], /\bjob “([^”$]+)”/g],
  ])('contains each job named in %s', (_, files, pattern) => {
    const named = files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, id = '']) => id));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
