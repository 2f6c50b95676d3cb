import { generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  buildPostback,
  createDialect,
  type Dialect,
  getHabitSteps,
  habitIds,
  type PostbackRequest,
  STAND_IN_KEY_ID,
} from '@inaam/core/partners/dialects/dialects';
import { createNetwork, rotateSecret } from '@inaam/core/partners/networks/commands';
import { knownNetworks, presets } from '@inaam/core/partners/presets/presets';
import { makeClick } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { takeSample } from '@inaam/testing/sampling';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';

/** Tests every preset over HTTP with postbacks in its network's format. */

const ORIGIN = 'http://localhost:3000';
const SECRET = 'k3y-of-the-dashboard';
const LISTED_ADDRESS = '198.51.100.7';
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

const send = ({ method, url, query, headers, body, contentType }: PostbackRequest, from = LISTED_ADDRESS) =>
  new Client(api.appHost, from).send(
    method,
    `${url.slice(ORIGIN.length)}${query === '' ? '' : `?${query}`}`,
    method === 'POST' ? body : undefined,
    { ...headers, ...(contentType !== null && { 'content-type': contentType }) },
  );

interface StartedOffer {
  networkId: number;
  target: { origin: string; slug: string; secret: string; signedUrl: null };
  report: { clickId: string; transactionId: string; payout: string; goalId: string };
}

/** Creates a network from the preset, and a user who starts one of its offers. */
async function startOffer({ id, signing }: Dialect): Promise<StartedOffer> {
  const { core } = api;
  const slug = `${id.slice(0, 20)}-${randomUUID().slice(0, 8)}`;
  const { network_id: networkId } = await createNetwork(core.as(anyAdmin), {
    preset: id,
    slug,
    secret: SECRET,
    source_addresses: [LISTED_ADDRESS],
    source_mode: 'enforce',
  });
  const { offer_id: offerId } = await makeOffer(core);
  await core.database.sql`update offers set network_id = ${networkId} where id = ${offerId}`;
  const clickId = await makeClick(core, await makeUser(core), offerId);
  const pair = signing.kind === 'ecdsa' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : undefined;
  if (pair) {
    const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const keys = JSON.stringify({ fetched_at: new Date().toISOString(), keys: { [STAND_IN_KEY_ID]: pem } });
    await core.database.sql`update networks set public_keys = ${keys}::text::jsonb where id = ${networkId}`;
  }
  const secret = pair?.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() ?? SECRET;
  return {
    networkId,
    target: { origin: ORIGIN, slug, secret, signedUrl: null },
    report: { clickId, transactionId: `t-${randomUUID()}`, payout: '1.25', goalId: 'Level 5' },
  };
}

const outcomes = async (networkId: number): Promise<string[]> => {
  await api.services.repeatCounter.whenWritten();
  const rows = await api.core.database.sql<{ outcome: string; repeats: number }[]>`
    select outcome, repeats from postbacks where network_id = ${networkId} order by id`;
  return rows.flatMap(({ outcome, repeats }) => [outcome, ...Array.from({ length: repeats }, () => 'repeat')]);
};

const getStatuses = async (clickId: string): Promise<string[]> => {
  const rows = await api.core.database.sql<{ status: string }[]>`
    select c.status from completion_states c join clicks k on k.id = c.click_id where k.click_id = ${clickId}`;
  return rows.map(({ status }) => status);
};

const dialects = knownNetworks.map((known) => createDialect(known));
const habits = dialects.flatMap((dialect) => habitIds.map((id) => ({ dialect: dialect.id, id })));
const sampledHabits = takeSample(habits, 50);

describe.each(dialects.map((each) => [each.id, each] as const))('%s', (_, dialect) => {
  test('accepts a completion, a repeat of it, and a reversal if the network sends reversals', async () => {
    const { networkId, target, report } = await startOffer(dialect);
    const approve = buildPostback(dialect, target, { ...report, kind: 'approve' });
    expect((await send(approve)).status).toBe(200);
    expect((await send(approve)).status).toBe(200);
    expect(await outcomes(networkId)).toEqual(['accepted', 'repeat']);
    expect(await getStatuses(report.clickId)).toEqual(['approved']);
    if (!dialect.templates.reverse) return;
    expect((await send(buildPostback(dialect, target, { ...report, kind: 'reverse' }))).status).toBe(200);
    expect(await outcomes(networkId)).toEqual(['accepted', 'repeat', 'reversed']);
    expect(await getStatuses(report.clickId)).toEqual(['reversed']);
  });

  test.each(sampledHabits.filter((each) => each.dialect === dialect.id).map(({ id }) => [id]))(
    'records the expected outcome for each postback of the scenario %s',
    async (id) => {
      const { networkId, target, report } = await startOffer(dialect);
      // A network that signs with a private key rotates that key itself, so our settings have no key to change.
      const isKeyed = dialect.signing.kind === 'ecdsa';
      if (isKeyed && id === 'key_rotation') return;
      const currentSecret = id === 'key_rotation' ? 'the key after the rotation' : target.secret;
      if (id === 'key_rotation') {
        await rotateSecret(api.core.as(anyAdmin), {
          network_id: networkId,
          secret: currentSecret,
          overlap_hours: 24,
        });
      }
      const settings = presets.find((preset) => preset.id === dialect.id)?.settings ?? { timestamp: null };
      const steps = getHabitSteps(id, dialect, {
        target: { ...target, secret: currentSecret },
        report,
        previousSecret: SECRET,
        enforcesAddresses: true,
        ...(settings.timestamp && {
          timestampParam: settings.timestamp.param,
          toleratedSeconds: settings.timestamp.tolerance_seconds,
        }),
      });
      if (!steps) {
        const needed = id === 'pending_first' ? dialect.templates.pending : dialect.templates.reverse;
        expect(needed).toBeUndefined();
        return;
      }
      const expected: string[] = [];
      for (const { postback, times, together, from, expects } of steps) {
        if (together) await Promise.all(Array.from({ length: times }, () => send(postback, from)));
        else for (let i = 0; i < times; i++) await send(postback, from);
        expected.push(expects, ...Array.from({ length: times - 1 }, () => 'repeat'));
      }
      const received = await outcomes(networkId);
      // Any of the simultaneous postbacks can be the first.
      if (steps.some(({ together }) => together)) expect(received.toSorted()).toEqual(expected.toSorted());
      // The parked reversal was applied when its completion arrived.
      else expect(received).toEqual(id === 'wrong_order' ? ['reversed', 'accepted'] : expected);
      const isReversed = id === 'late_reversal' || id === 'wrong_order';
      expect(await getStatuses(report.clickId)).toEqual(
        steps.at(-1)?.expects === 'refused' ? [] : [isReversed ? 'reversed' : 'approved'],
      );
    },
  );
});
