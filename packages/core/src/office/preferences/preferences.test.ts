import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDigests } from '../dashboard/digest.ts';
import { getPreferences, setPreference } from './preferences.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

test('changes only one preference of only one admin', async () => {
  const [asha, omar] = [await makeAdmin(core), await makeAdmin(core)];
  const usual = {
    hidden_columns: {},
    folded_figures: {},
    density: 'comfortable',
    digest: false,
    toured: false,
    setup_steps: {},
    checklist_hidden: false,
  };
  expect(await getPreferences(core.kernel, asha.id)).toEqual(usual);
  const set = (input: Parameters<typeof setPreference>[1]) => setPreference(core.as(asha), input);
  await set({ name: 'hidden_columns', list: 'users', value: ['spins'] });
  await set({ name: 'density', value: 'compact' });
  await set({ name: 'hidden_columns', list: 'offers', value: ['daily', 'users'] });
  await set({ name: 'hidden_columns', list: 'users', value: [] });
  await set({ name: 'setup_steps', network_id: 3, value: 'address' });
  await set({ name: 'setup_steps', network_id: 4, value: 'call' });
  await set({ name: 'setup_steps', network_id: 3, value: 'offers' });
  await set({ name: 'folded_figures', list: 'vouchers', value: true });
  await set({ name: 'folded_figures', list: 'conversions', value: true });
  await set({ name: 'folded_figures', list: 'vouchers', value: false });
  expect(await getPreferences(core.kernel, asha.id)).toEqual({
    ...usual,
    density: 'compact',
    hidden_columns: { users: [], offers: ['daily', 'users'] },
    setup_steps: { 3: 'offers', 4: 'call' },
    folded_figures: { vouchers: false, conversions: true },
  });
  expect(await getPreferences(core.kernel, omar.id)).toEqual(usual);
});

test('sends the morning mail once a day, from 7:00 Indian time, to active admins who opted in', async () => {
  const { database, services } = core;
  const [active, inactive] = [await makeAdmin(core), await makeAdmin(core)];
  for (const admin of [active, inactive]) await setPreference(core.as(admin), { name: 'digest', value: true });
  await database.sql`update admins set deactivated_at = now() where id = ${inactive.id}`;
  const send = (at: string) => sendDigests(services, 'https://admin.example', new Date(at));
  const mails = () => database.sql<{ recipient: string; payload: { day: string; figures: string[][] } }[]>`
    select recipient, payload from messages where kind = 'admin_digest' order by id`;
  // The first two times are 6:59 and 7:00 in Indian time.
  await send('2026-07-19T01:29:00Z');
  expect(await mails()).toEqual([]);
  await Promise.all([send('2026-07-19T01:30:00Z'), send('2026-07-19T02:30:00Z')]);
  await send('2026-07-19T16:30:00Z');
  expect((await mails()).map(({ recipient, payload }) => [recipient, payload.day])).toEqual([
    [`${active.name}@example.invalid`, '2026-07-18'],
  ]);
  expect((await mails())[0]?.payload.figures.map(([name]) => name)).toContain('Margin');
  await send('2026-07-20T01:30:00Z');
  await setPreference(core.as(active), { name: 'digest', value: false });
  await send('2026-07-21T01:30:00Z');
  expect((await mails()).map(({ payload }) => payload.day)).toEqual(['2026-07-18', '2026-07-19']);
});
