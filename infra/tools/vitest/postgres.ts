import '@inaam/testing/database';
import { startTestServer } from '@inaam/testing/server';
import type { TestProject } from 'vitest/node';

/** Starts one PostgreSQL per run, or uses the server of DATABASE_URL if the name of that database ends in `_test`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'] ?? '';
  const forTests = URL.canParse(given) && new URL(given).pathname.endsWith('_test');
  const { url, template, asOnEngine, stop } = await startTestServer(
    forTests ? given : undefined,
    process.env['TEST_DDL'],
  );
  project.provide('postgres', { url, template, asOnEngine });
  return stop;
}
