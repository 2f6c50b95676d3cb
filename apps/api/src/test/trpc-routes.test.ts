import { adminHostRouter, userHostRouter } from '@inaam/router/app-router';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeOffer } from '@inaam/testing/factories/offers';
import { procedureInputs } from '@inaam/testing/procedure-inputs';
import { takeInTurn, takeSample } from '@inaam/testing/sampling';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Caller, type CallerName, createCallers } from './support/callers.ts';
import { VIA_ADAPTER } from './support/client.ts';

/**
 * Calls each procedure as the allowed caller, and as a sample of the other callers, with valid and invalid input. Each
 * call goes over our route and over the library's adapter, each on its own database. Status, headers and body must be
 * equal byte for byte, except for random values and times.
 */

interface Side {
  api: TestApi;
  makeCaller: (name: CallerName) => Promise<Caller>;
  search: string;
}

let sides: [Side, Side];
beforeAll(async () => {
  const apis = await Promise.all([createTestApi({}, { jobs: false }), createTestApi({}, { jobs: false })]);
  const [ours, adapter] = await Promise.all(
    apis.map(async (api) => {
      await makeNetwork(api.core, 'partner');
      await makeOffer(api.core, { title: 'Survey', external_offer_id: 'ext-1' });
      return { api, makeCaller: await createCallers(api) };
    }),
  );
  if (!ours || !adapter) throw new Error('no api was created');
  sides = [
    { ...ours, search: '' },
    { ...adapter, search: VIA_ADAPTER },
  ];
});
afterAll(() => Promise.all(sides.map(({ api }) => api.close())));

/** Replaces random values and times; everything else must be equal. */
const normalize = (text: string): string =>
  text
    // These figures differ between processes, and from minute to minute.
    .replace(/(?<="data":)\{"figures":.*\}(?=\}\}$)/, '(figures)')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)/g, '(time)')
    .replace(/(?<="expiresAt":)\d+/g, '(time)')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(uuid)')
    .replace(/(?<=whsec_)[\w+/=]+/g, '(random)')
    .replace(/(?<=inaam_|test-|••••)[\w-]{4,12}/g, '(random)')
    .replace(/[\w-]{22,}|[0-9a-f]{16}/g, '(random)');

const FRAMING = new Set(['date', 'connection', 'content-length', 'transfer-encoding']);

interface Request {
  procedure: string;
  type: string;
  input: string | undefined;
}

async function ask({ api, search }: Side, caller: Caller, { procedure, type, input }: Request) {
  const host = procedure.startsWith('user.') ? api.appHost : api.adminHost;
  const isQuery = type === 'query';
  const query = isQuery && input !== undefined ? [`input=${encodeURIComponent(input)}`] : [];
  const response = await host.inject({
    method: isQuery ? 'GET' : 'POST',
    url: `/trpc/${procedure}?${[search, ...query].filter(Boolean).join('&')}`.replace(/\?$/, ''),
    remoteAddress: caller.address,
    headers: { ...caller.headers, ...(isQuery ? {} : { 'content-type': 'application/json' }) },
    ...(isQuery || input === undefined ? {} : { payload: input }),
  });
  // Calls are sequential, because the grouping of simultaneous events depends on the clock.
  await api.services.securityEventLog.whenWritten();
  const headers = Object.entries(response.headers).filter(([name]) => !FRAMING.has(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, normalize(String(value))])),
    body: normalize(response.body),
  };
}

const listProcedures = (router: AnyTRPCRouter): [string, string][] =>
  Object.entries<AnyTRPCProcedure>(router._def.procedures).map(([path, procedure]) => [path, procedure._def.type]);

const userCallers: CallerName[] = ['no session', 'user', 'suspended user', 'user from a blocked IP address'];
const adminCallers: CallerName[] = ['no session', 'admin', 'read key', 'write key', 'revoked key'];
const table = [
  ...listProcedures(userHostRouter).map(([procedure, type]) => ({ procedure, type, may: 'user', names: userCallers })),
  ...listProcedures(adminHostRouter).map(([procedure, type]) => ({
    procedure,
    type,
    may: 'admin',
    names: adminCallers,
  })),
];
/** Procedures with callers other than the allowed caller. A run tries a sample of them. */
const others = table.flatMap(({ procedure, may, names }) =>
  [...names, 'foreign Origin' as CallerName].filter((name) => name !== may).map((name) => `${procedure} ${name}`),
);
const tried = new Set(takeSample(others, 30));

const BAD_INPUTS = [undefined, '{', '{"offer_id":"none","page":-1,"email":5}'];

/** Bad inputs (one in a normal run), then the valid one, which may end the session. */
const getInputs = (procedure: string, index: number): (string | undefined)[] => [
  ...takeInTurn(BAD_INPUTS, index),
  JSON.stringify(procedureInputs[procedure]),
];

const seen = new Set<number>();

describe.each(table.map((row, index) => ({ ...row, index })))(
  '$procedure',
  ({ procedure, type, may, names, index }) => {
    const callers = [...names, 'foreign Origin' as CallerName];
    test.each(callers.filter((name) => name === may || tried.has(`${procedure} ${name}`)))(
      'gives the same answer over both routes to: %s',
      async (name) => {
        const [ours, adapter] = sides;
        const [ourCaller, adapterCaller] = [await ours.makeCaller(name), await adapter.makeCaller(name)];
        for (const input of getInputs(procedure, index)) {
          const request = { procedure, type, input };
          const answer = await ask(ours, ourCaller, request);
          expect({ input, ...answer }).toEqual({ input, ...(await ask(adapter, adapterCaller, request)) });
          seen.add(answer.status);
        }
      },
    );
  },
);

test('has compared answers with every expected status', () => {
  expect(table.length).toBeGreaterThan(70);
  for (const status of [200, 400, 401, 403, 404, 409]) expect(seen).toContain(status);
});
