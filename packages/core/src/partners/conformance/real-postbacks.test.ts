import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kernel/actor.ts';
import { rotateSecret, updateNetwork } from '../networks/commands.ts';
import { getNetwork } from '../networks/queries.ts';
import { receivePostback } from '../postbacks/receive.ts';
import { failures, makePresetNetwork, ORIGIN, runConformanceTest } from './conformance.fixture.ts';
import { listNetworkTests } from './run.ts';

/**
 * A conformance test signs with the saved secret, even if the secret is wrong. Only a real postback proves that the
 * secret is right.
 */

let core: TestCore;
let admin: Actor;
beforeAll(async () => {
  core = await createTestCore();
  admin = await makeAdmin(core);
});
afterAll(() => core.close());

const getId = async (slug: string): Promise<number> =>
  (await core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`)[0]?.id ?? 0;
/** Creates an offer of the network and a click on the offer. Returns the click ID. */
async function startOffer(slug: string): Promise<string> {
  const { offer_id: offerId } = await makeOffer(core);
  await core.database.sql`
    update offers set network_id = (select id from networks where slug = ${slug}) where id = ${offerId}`;
  return makeClick(core, await makeUser(core), offerId);
}
const report = async (network: TestNetwork, status: string) =>
  postback(core, network, {
    click_id: await startOffer(network.slug),
    transaction_id: randomUUID(),
    status,
  });
const run = (id: number) => runConformanceTest(core, admin, id);

test('finds a real postback once an accepted postback is signed as the settings require', async () => {
  const network = await makeNetwork(core);
  const id = await getId(network.slug);
  expect(await run(id)).toMatchObject({ score: 100, has_real_call: false });
  await report(network, 'pending');
  await postback(
    core,
    { ...network, secret: 'an invented secret' },
    { click_id: 'a', transaction_id: 'b', status: 'c' },
  );
  expect(await run(id)).toMatchObject({ has_real_call: false });
  await report(network, 'approved');
  expect(await run(id)).toMatchObject({ score: 100, has_real_call: true });
  expect((await listNetworkTests(core.kernel, id)).runs[0]).toMatchObject({ has_real_call: true });
});

test('does not count a postback that was signed with a previous secret', async () => {
  const network = await makeNetwork(core);
  const id = await getId(network.slug);
  await report(network, 'approved');
  await rotateSecret(core.as(admin), { network_id: id, secret: 'an invented secret', overlap_hours: 24 });
  expect(await run(id)).toMatchObject({ has_real_call: false });
});

test('counts an unsigned postback only if it came from an allowed IP address', async () => {
  const id = await makePresetNetwork(core, admin, 'affise', { source_addresses: ['203.0.113.7'], source_mode: 'log' });
  const { slug } = await getNetwork(core.services, id);
  const send = async (ip: string) =>
    receivePostback(core.services, slug, {
      method: 'GET',
      rawUrl: `${ORIGIN}/postback/${slug}/k3y-of-the-dashboard`,
      rawQuery: `sub1=${await startOffer(slug)}&action_id=${randomUUID()}&sum=1&currency=USD&status=1&goal=1`,
      rawBody: '',
      contentType: null,
      ip,
    });
  expect(await send('198.51.100.1')).toMatchObject({ outcome: 'accepted' });
  expect(await run(id)).toMatchObject({ has_real_call: false });
  expect(await send('203.0.113.7')).toMatchObject({ outcome: 'accepted' });
  expect(await run(id)).toMatchObject({ has_real_call: true });
});

describe('a signed URL', () => {
  const FOREIGN = 'https://other.example/complete';
  const runSignedUrlCheck = async (id: number) => {
    const { checks, score } = await run(id);
    return { score, check: checks.find((each) => each.id === 'setup.signed_url'), failed: failures(checks) };
  };

  test('on another host is shown as the postback URL, and its check fails without a real postback', async () => {
    const id = await makePresetNetwork(core, admin, 'bitlabs', { signed_url: FOREIGN });
    const { failed, score } = await runSignedUrlCheck(id);
    expect(failed).toMatchObject([{ id: 'setup.signed_url', settings: ['signed_url'] }]);
    expect(failed[0]?.advice).toContain(`must call ${FOREIGN}`);
    expect(score).toBeLessThan(100);
    const shown = await getNetwork(core.services, id);
    expect(shown.postback_url).toBe(`${FOREIGN}?${shown.postback_query}`);
  });

  test('that is our own URL passes the check; without a signed URL, our own URL is shown', async () => {
    const id = await makePresetNetwork(core, admin, 'bitlabs');
    const { slug, postback_url } = await getNetwork(core.services, id);
    expect(postback_url).toContain(`${ORIGIN}/postback/${slug}?`);
    expect(await runSignedUrlCheck(id)).toMatchObject({ score: 100, check: { verdict: 'skipped' } });
    await updateNetwork(core.as(admin), { network_id: id, signed_url: `${ORIGIN}/postback/${slug}` });
    expect(await runSignedUrlCheck(id)).toMatchObject({ score: 100, check: { verdict: 'passed' } });
  });
});
