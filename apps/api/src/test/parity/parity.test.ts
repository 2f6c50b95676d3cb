import { makeNetwork } from '@inaam/testing/factories/completions';
import { takeSample } from '@inaam/testing/sampling';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { type Answer, Client, VIA_ADAPTER } from '../support/client.ts';
import { scenario } from './scenario.ts';
import type { Realm, Step } from './step.ts';

/**
 * Plays one scenario over the documented paths, and over tRPC by our routes or by the library's adapter, each on its
 * own database. Values and errors must be the same.
 */

interface PlayedStep {
  step: string;
  status: number;
  value: unknown;
  error: unknown;
}

/** Replaces what differs in each run: secrets, random ids, times. */
const normalize = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, inner: unknown) => {
      if (RANDOM_FIELDS.test(key)) return typeof inner;
      return typeof inner === 'string' ? inner.replace(/\b(click_id|user)=[\w-]{16,}/g, '$1=…') : inner;
    }),
  );
const RANDOM_FIELDS =
  /^(sessionId|click_id|landingAngle|oldest|registration_date|last_activity|(first|last)_registration|\w+_at)$/;

async function sendOverRest(
  clients: Record<Realm, Client>,
  { realm, rest: [method, path], input }: Step,
): Promise<Answer> {
  const inQuery = method === 'GET' || method === 'DELETE';
  // A list in a query or form is a repeated parameter.
  const entries = Object.entries(input ?? {}).flatMap(([key, value]) =>
    [value].flat().map((each): [string, string] => [key, String(each)]),
  );
  if (inQuery) return clients[realm].send(method, input ? `${path}?${new URLSearchParams(entries)}` : path);
  if (!input) return clients[realm].send(method, path);
  if (!path.endsWith('/fraud-detection.php')) return clients[realm].json(method, path, input);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return clients[realm].send(method, path, new URLSearchParams(entries).toString(), form);
}

const HOME = '192.0.2.1';

async function play(api: TestApi, transport: 'rest' | 'rpc' | 'adapter'): Promise<PlayedStep[]> {
  const query = transport === 'adapter' ? VIA_ADAPTER : '';
  const clients = { user: new Client(api.appHost, HOME, query), admin: new Client(api.adminHost, HOME, query) };
  await makeNetwork(api.core, 'partner');
  const answers: PlayedStep[] = [];
  for (const each of scenario) {
    await each.before?.(api);
    // Figures may be two seconds behind the completions and spins that they count.
    if (each.rpc === 'admin.users.list') await waitForChangeFeed(api.core);
    const name = `${each.rpc} ${JSON.stringify(each.input ?? null)}`;
    if (transport === 'rest') {
      const { status, body } = await sendOverRest(clients, each);
      const { success, error, ...value } = body;
      expect([name, success]).toEqual([name, status === 200 ? true : undefined]);
      answers.push({ step: name, status, value: status === 200 ? normalize(value) : null, error: error ?? null });
    } else {
      const client = clients[each.realm];
      const { status, body } = await (each.kind === 'query'
        ? client.query(each.rpc, each.input)
        : client.mutate(each.rpc, each.input));
      // Removes what REST replies do not have here: `success`, which only spins return over tRPC, and `undo`.
      const { success: _, undo: __, ...value } = body.result?.data ?? {};
      expect([name, body.error?.data.httpStatus ?? 200]).toEqual([name, status]);
      answers.push({
        step: name,
        status,
        value: status === 200 ? normalize(value) : null,
        error: body.error?.message ?? null,
      });
    }
  }
  return answers;
}

describe('the transports', () => {
  // trpc-routes.test.ts compares both tRPC transports, so each run plays one, chosen by its seed.
  const transports = takeSample(['rpc', 'adapter'] as const, 1);
  let apis: [TestApi, ...TestApi[]];
  beforeAll(async () => {
    const create = () => createTestApi({}, { jobs: false });
    apis = await Promise.all([create(), ...transports.map(create)]);
  });
  afterAll(() => Promise.all(apis.map((api) => api.close())));

  test(`answer ${scenario.length} requests alike`, async () => {
    const [rest, ...others] = await Promise.all([
      play(apis[0], 'rest'),
      ...transports.map((transport, index) => play(apis[index + 1] as TestApi, transport)),
    ]);
    expect(scenario.length).toBeGreaterThanOrEqual(150);
    for (const other of others) expect(other).toEqual(rest);
    // The scenario is as intended: it reaches its end and covers many errors.
    const statuses = new Set(rest.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 400, 401, 403, 404, 409]);
    expect(rest.filter(({ status }) => status === 200).length).toBeGreaterThan(25);
    expect(new Set(rest.map(({ error }) => error)).size).toBeGreaterThan(20);
    const spun = rest.find(({ step: name }) => name.includes('"clientSeed":"mine"'));
    expect(spun).toMatchObject({ status: 200, value: { rewardType: 'voucher_5', voucher: { code: 'CODE-1' } } });
  }, 60_000);
});
