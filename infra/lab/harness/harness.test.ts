import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeWinner } from '@inaam/testing/factories/spins';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SERVER_FLAGS } from '../../run/servers.mjs';
import { root } from './api-process.ts';
import { compareAcknowledged } from './compare-acknowledged.ts';
import { waitUntil, withTimeLimit } from './daemon.ts';
import { type Call, type SpinAnswer, startLoad } from './load.ts';
import { createRow, FAULT_PASS_CRITERIA, measureRecoveries, printVerdict } from './report.ts';
import { startTcpProxy } from './tcp-proxy.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const call = (fields: Partial<Call> = {}): Call => ({
  kind: 'spin',
  caller: 0,
  status: 200,
  began: 0,
  ended: 10,
  ...fields,
});
const makeCalls = (...some: Partial<Call>[]): Call[] => [
  ...Array.from({ length: FAULT_PASS_CRITERIA.calls ?? 0 }, () => call()),
  ...some.map(call),
];
const noProblems = { audit: [], wrong: [] };

test('fails a drill when an acknowledged click or completion is not stored, or two spins got one code', async () => {
  const network = await makeNetwork(core);
  const { offer_id } = await makeOffer(core);
  const completed = await completeOffer(core, network, await makeUser(core), offer_id);
  const winners = [await makeWinner(core, network, 7), await makeWinner(core, network, 7)];
  const api = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  try {
    const audit = (fields: Partial<Parameters<typeof compareAcknowledged>[1]>) =>
      compareAcknowledged(
        {
          appOrigin: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
          opener: { seed: () => '', code: () => '' },
          databaseUrl: core.url,
        },
        { clicks: [], completions: [], spins: [], ...fields },
      );
    const { clickId, transactionId, completionId } = completed;
    expect(await audit({ clicks: [clickId], completions: [{ transactionId, completionId }] })).toEqual([]);

    const auditProblems = await audit({
      clicks: [clickId, 'no-such-click'],
      completions: [{ transactionId, completionId: completionId + 1_000 }],
    });
    expect(
      createRow('lost', { calls: makeCalls(), audit: auditProblems, wrong: [] }, FAULT_PASS_CRITERIA),
    ).toMatchObject({
      lost: 2,
    });

    const spins = winners.map(({ completionId: id, offerId }) => {
      const proof = { completionId: id, roll: 0, serverSeed: '', clientSeed: '' };
      const voucher = { code: 'ONE-CODE', amount: 7 };
      const result: SpinAnswer = { rewardType: 'voucher_7', landingAngle: 0, voucher, proof };
      return { cookie: '', offerId, result };
    });
    const doubledRow = createRow(
      'twice',
      { calls: makeCalls(), audit: await audit({ spins }), wrong: [] },
      FAULT_PASS_CRITERIA,
    );
    expect(doubledRow.doubled).toBe(1);
    const stdoutWrite = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      expect([printVerdict('one', [doubledRow]), printVerdict('none', [])]).toEqual([1, 1]);
      expect(
        printVerdict('good', [createRow('good', { calls: makeCalls(), ...noProblems }, FAULT_PASS_CRITERIA)]),
      ).toBe(0);
    } finally {
      stdoutWrite.mockRestore();
    }
  } finally {
    api.close();
  }
});

test.each<[string, Call[], number[] | undefined, RegExp]>([
  [
    'a status that no outage explains',
    makeCalls({ status: 500, body: 'oh' }),
    undefined,
    /1 calls were answered 500: oh/,
  ],
  ['a call that took too long', makeCalls({ ended: 9_001 }), undefined, /longest call took 9001 ms/],
  ['a caller that was never served again', makeCalls(), [1, Number.POSITIVE_INFINITY], /recovery took Infinity ms/],
  ['a load that did nothing', [call()], undefined, /only 1 calls were made/],
])('fails the drill for %s', (_what, calls, recovery, problem) => {
  const { problems } = createRow('row', { calls, ...noProblems, ...(recovery && { recovery }) }, FAULT_PASS_CRITERIA);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

test('accepts a clean hour of 250,000 calls', () => {
  const calls = Array.from({ length: 250_000 }, () => call());
  expect(createRow('hour', { calls, ...noProblems }, FAULT_PASS_CRITERIA)).toMatchObject({
    calls: 250_000,
    longest: 10,
    problems: [],
  });
});

test('measures the recovery of each caller by its first success after the fault', () => {
  const calls = [
    call({ caller: 0, ended: 900 }),
    call({ caller: 0, ended: 1_100, status: 503 }),
    call({ caller: 0, ended: 1_300 }),
    call({ caller: 0, ended: 1_400 }),
    call({ caller: 1, ended: 1_050 }),
    call({ caller: 2, ended: 990 }),
  ];
  expect(measureRecoveries(calls, 1_000)).toEqual([300, 50, Number.POSITIVE_INFINITY]);
});

test.each(['Containerfile', 'systemd/inaam.service'])('starts the api in %s with the flags of the drills', (name) => {
  const text = readFileSync(join(root, 'infra', 'ops', name), 'utf8').replaceAll(/[",]/g, '');
  expect(text).toContain(`node ${SERVER_FLAGS.join(' ')} apps/api/dist/server.js`);
});

test('keeps a silenced connection silent for ever, and cuts a connection in the middle of a reply', async () => {
  const echo = createTcpServer((socket) => socket.on('error', () => {}).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const proxy = await startTcpProxy(() => (echo.address() as AddressInfo).port);
  const connectClient = () => {
    const socket = connect(proxy.port, '127.0.0.1').on('error', () => {});
    const received: string[] = [];
    socket.on('data', (data) => received.push(String(data)));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return { socket, received, closed };
  };
  try {
    const olderClient = connectClient();
    olderClient.socket.write('one');
    await expect.poll(() => olderClient.received).toEqual(['one']);
    proxy.set({ kind: 'silent' });
    proxy.set({ kind: 'clear' });
    olderClient.socket.write('two');
    const newerClient = connectClient();
    newerClient.socket.write('three');
    await expect.poll(() => newerClient.received).toEqual(['three']);
    expect(olderClient.received).toEqual(['one']);
    proxy.set({ kind: 'cut', what: 'half reply', every: 1 });
    newerClient.socket.write('four');
    await newerClient.closed;
    expect([newerClient.received.join(''), proxy.cuts()]).toEqual(['threefo', 1]);
  } finally {
    await proxy.close();
    echo.close();
  }
});

test('ends a load with an error when no call is ever answered', async () => {
  const api = createServer((_request, response) => response.writeHead(503).end('{}'));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const queue = { next: () => ({ person: { cookie: '', address: '' }, offerId: 1 }) };
    const load = startLoad(() => origin, { network: { slug: '', secret: '' } }, queue, { callers: 1, retryFor: 200 });
    await expect.poll(() => load.calls.length).toBeGreaterThan(0);
    await load.stop();
    expect(load.wrong).toContain('Error: offers had no answer within 0.2 s');
  } finally {
    api.close();
  }
});

test('names the awaited event when a drill times out', async () => {
  const unsettled = new Promise<boolean>(() => {});
  await expect(withTimeLimit('the work', 10, unsettled)).rejects.toThrow('the work: not within 0.01 s');
  await expect(waitUntil('it holds', () => false, 10)).rejects.toThrow('it holds: not within 0.01 s');
});
