import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { insertPastPostback } from '@inaam/testing/factories/dated-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSilences } from './silence.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

/** Makes a network that sent `times` postbacks, `every` minutes apart, and the newest one `last` minutes ago. */
async function makeCallingNetwork({ every, times, last }: { every: number; times: number; last: number }) {
  const { slug } = await makeNetwork(core);
  for (let i = 0; i < times; i++)
    await insertPastPostback(core, slug, { ago: `${last + i * every} minutes`, outcome: 'accepted' });
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  const silence = async () => (await getSilences(core.kernel, row?.id)).get(row?.id ?? 0);
  return { slug, silence };
}

test('marks a network silent after three times its usual pause, and not before', async () => {
  const { silence } = await makeCallingNetwork({ every: 30, times: 21, last: 89 });
  expect(await silence()).toMatchObject({ usual_silence_seconds: 5400, is_silent: false });
  const silentNetwork = await makeCallingNetwork({ every: 30, times: 21, last: 91 });
  expect(await silentNetwork.silence()).toMatchObject({ usual_silence_seconds: 5400, is_silent: true });
});

test('marks a network that sends every minute silent after an hour, and not before', async () => {
  const { silence } = await makeCallingNetwork({ every: 1, times: 21, last: 59 });
  expect(await silence()).toMatchObject({ usual_silence_seconds: 3600, is_silent: false });
  const silentNetwork = await makeCallingNetwork({ every: 1, times: 21, last: 61 });
  expect(await silentNetwork.silence()).toMatchObject({ usual_silence_seconds: 3600, is_silent: true });
});

test('computes the usual silence from at least 20 pauses', async () => {
  const { slug, silence } = await makeCallingNetwork({ every: 30, times: 20, last: 5000 });
  expect(await silence()).toMatchObject({ usual_silence_seconds: null, is_silent: false });
  await insertPastPostback(core, slug, { ago: '4970 minutes', outcome: 'parked' });
  expect(await silence()).toMatchObject({ usual_silence_seconds: 5400, is_silent: true });
});

test('ignores refused postbacks, and counts unjudged postbacks', async () => {
  const { slug, silence } = await makeCallingNetwork({ every: 30, times: 21, last: 91 });
  for (const ago of ['1 minute', '2 minutes', '3 minutes'])
    await insertPastPostback(core, slug, { ago, outcome: 'refused' });
  expect(await silence()).toMatchObject({ usual_silence_seconds: 5400, is_silent: true });
  await insertPastPostback(core, slug, { ago: '1 minute', outcome: null });
  expect(await silence()).toMatchObject({ is_silent: false });
});
