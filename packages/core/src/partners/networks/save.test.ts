import { networkUpdateInput } from '@inaam/contracts/networks/networks';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { createJudgingHelpers } from '@inaam/testing/factories/started-offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { rejudgeParked } from '../postbacks/replay.ts';
import { getNetwork } from './list.ts';
import { updateNetwork } from './save.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const { startOffer, send, readLastCall } = createJudgingHelpers(
  () => core,
  () => network,
);

/** Returns the test kernel, whose nth statement fails before it reaches the database. */
function failNthStatement(nth: number): Kernel {
  let statements = 0;
  return {
    ...core.kernel,
    runIdempotent: async (work) => {
      statements += 1;
      if (statements === nth) throw new Error('the connection is lost');
      return core.kernel.runIdempotent(work);
    },
  };
}

const readStatusMap = async (id: number) => (await getNetwork(core.services, id)).status_map;

test('keeps saved settings when judging parked postbacks fails, and judges the rest in the next run', async () => {
  const [first, second] = [await startOffer(), await startOffer()];
  for (const each of [first, second]) {
    expect(await send(each, 'completed')).toMatchObject({ outcome: 'parked' });
  }
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  const network_id = row?.id ?? 0;
  const status_map = { ...(await readStatusMap(network_id)), completed: 'approve' };
  const input = networkUpdateInput.parse({ network_id, status_map });

  // Each parked postback is judged in its own statement, and the second statement fails.
  const command = { ...core.as(anyAdmin), kernel: failNthStatement(2) };
  await expect(updateNetwork(command, input)).rejects.toThrow('the connection is lost');
  expect(await readStatusMap(network_id)).toEqual(status_map);
  expect(await core.database.sql`select 1 from audit_entries where action = 'networks.update'`).toHaveLength(1);
  expect(await readLastCall(first.transaction)).toMatchObject({ outcome: 'accepted' });
  expect(await readLastCall(second.transaction)).toMatchObject({ outcome: 'parked' });

  // The job that runs every minute judges the second postback.
  expect(await rejudgeParked(core.as(systemActor))).toBe(1);
  expect(await readLastCall(second.transaction)).toMatchObject({ outcome: 'accepted' });
  expect(await rejudgeParked(core.as(systemActor))).toBe(0);
});

test('refuses to remove a macro that the URL of an active offer contains', async () => {
  const { slug } = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
  const network_id = row?.id ?? 0;
  const setMacros = (link_macros: object) =>
    updateNetwork(core.as(anyAdmin), networkUpdateInput.parse({ network_id, link_macros }));
  await setMacros({ '[CLICK]': 'click_id', '#u#': 'user_id', '{click_id}': 'click_id', '[UNUSED]': 'sub1' });
  const url = 'https://p.example/?c=%5BCLICK%5D&u=#u#&d={click_id}';
  const { offer_id } = await makeOffer(core, { network_id, offer_url: url, title: 'Tea survey' });
  for (const [macro, rest] of [
    ['[CLICK]', { '#u#': 'user_id' }],
    ['#u#', { '[CLICK]': 'click_id' }],
  ] as const) {
    await expect(setMacros(rest)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      field: 'link_macros',
      message: `link_macros: ${macro} is in the URL of the offer "Tea survey"`,
    });
  }
  // An unused macro may be removed, and so may {click_id}, which is filled in without a setting.
  expect(await setMacros({ '[CLICK]': 'click_id', '#u#': 'user_id' })).toBeDefined();
  await core.database.sql`update offers set active = false where id = ${offer_id}`;
  expect((await setMacros({})).link_macros).toEqual({});
});
