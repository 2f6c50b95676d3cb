import { randomUUID } from 'node:crypto';
import { sealSecret } from '@inaam/core/kernel/seals';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { afterAll, describe, expect, test } from 'vitest';
import { createCallingNetwork } from '../test/support/api-with-network.ts';
import { Client } from '../test/support/client.ts';

const { api, network, partner, startOffer, sign, path, approval, readCompletion } = await createCallingNetwork();
afterAll(() => api.close());

test('answers an approval with 200 and its completion, and its repeats by GET or POST alike', async () => {
  const clickId = await startOffer();
  const query = sign(approval(clickId, randomUUID(), '&payout=12.34'));
  const first = await partner.get(path(query));
  expect(first).toMatchObject({ status: 200, body: { success: true, status: 'approved' } });
  expect(first.body.completion_id).toEqual(expect.any(Number));
  for (const repeat of [await partner.get(path(query)), await partner.send('POST', path(query))]) {
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
  }
  expect(await readCompletion(clickId)).toMatchObject({ status: 'approved', payout_paise: 1234 });
});

test('gives twenty simultaneous copies of a postback one completion and equal answers', async () => {
  const clickId = await startOffer();
  const query = sign(approval(clickId, randomUUID()));
  const answers = await Promise.all(Array.from({ length: 20 }, () => partner.get(path(query))));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  // A postback without a payout is credited with the payout of the offer.
  expect(await readCompletion(clickId)).toMatchObject({ status: 'approved', payout_paise: 2000 });
});

test('answers a repeated reversal with the same answer, and keeps the reversal after a later approval', async () => {
  const clickId = await startOffer();
  const transaction = randomUUID();
  const { body } = await partner.get(path(sign(approval(clickId, transaction))));
  const reversal = sign(`click_id=${clickId}&transaction_id=${transaction}&status=reversed`);
  for (let i = 0; i < 2; i++) {
    const answer = await partner.get(path(reversal));
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, status: 'reversed', completion_id: body.completion_id },
    ]);
  }
  expect((await partner.get(path(sign(approval(clickId, transaction))))).status).toBe(200);
  expect(await readCompletion(clickId)).toMatchObject({ status: 'reversed' });
});

test('parks a reversal that arrives before its completion and applies it later', async () => {
  const clickId = await startOffer();
  const transaction = randomUUID();
  const early = await partner.get(path(sign(`click_id=${clickId}&transaction_id=${transaction}&status=reversed`)));
  expect([early.status, early.body]).toEqual([200, { success: true, status: 'parked' }]);
  expect((await partner.get(path(sign(approval(clickId, transaction))))).status).toBe(200);
  expect(await readCompletion(clickId)).toMatchObject({ status: 'reversed' });
});

test('answers 404 to an approval for an unknown click, and parks the approval with the reason', async () => {
  const transaction = randomUUID();
  const answer = await partner.get(path(sign(approval('not-a-click', transaction))));
  expect([answer.status, answer.body]).toEqual([404, { error: 'Click not found' }]);
  expect(
    await api.core.database.sql`select outcome, reason from postbacks where transaction_id = ${transaction}`,
  ).toEqual([{ outcome: 'parked', reason: 'Click not found' }]);
});

test('refuses a transaction that counted for another click, and a meaningless transaction id', async () => {
  const [one, other] = [await startOffer(), await startOffer()];
  const transaction = randomUUID();
  expect((await partner.get(path(sign(approval(one, transaction))))).status).toBe(200);
  const answer = await partner.get(path(sign(approval(other, transaction))));
  expect([answer.status, answer.body]).toEqual([400, { error: 'This transaction was counted for another click' }]);
  expect(await readCompletion(other)).toBeUndefined();
  // Two users complete offers with a meaningless transaction id: neither completion counts.
  for (const click of [await startOffer(), await startOffer()]) {
    const { status, body } = await partner.get(path(sign(approval(click, 'null'))));
    expect([status, body]).toEqual([400, { error: 'transaction_id is "null", which identifies no transaction' }]);
    expect(await readCompletion(click)).toBeUndefined();
  }
});

describe('a forged postback', () => {
  test('is refused with 403, credits nothing and is stored', async () => {
    const clickId = await startOffer();
    const query = approval(clickId, randomUUID(), '&payout=5');
    const good = sign(query);
    const forged = [
      query,
      `${query}&signature=`,
      `${query}&signature=${'0'.repeat(64)}`,
      sign(query, 'another secret'),
      good.replace('payout=5', 'payout=500'),
      good.replace('payout=5', 'payout=%35'),
      `${good}&payout=500`,
      `payout=500&${good}`,
      good.replace('&signature=', '&x=1&signature='),
      `${good}00`,
      good.replace('&signature=', '?signature='),
      '',
      'signature=',
      '&signature=',
    ];
    for (const each of forged) {
      const { status, body } = await partner.get(path(each));
      expect([each, status, body]).toEqual([each, 403, { error: 'Signature not valid' }]);
    }
    expect(await readCompletion(clickId)).toBeUndefined();
    const [stored] = await api.core.database.sql`
      select count(*) as n from postbacks where outcome = 'refused' and reason = 'Signature not valid'`;
    expect(stored?.['n']).toBe(forged.length);
    expect((await partner.get(path(good))).status).toBe(200);
  });

  test('is refused with a signature in the body or a signature made for another network', async () => {
    const other = await makeNetwork(api.core);
    const { sql } = api.core.database;
    const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`select id from networks where slug = ${other.slug}`;
    const secret = sealSecret(api.core.services.secrets, id, 'signing_secret', 'of the other');
    await sql`update networks set signing_secret = ${secret} where id = ${id}`;
    const clickId = await startOffer();
    const good = sign(approval(clickId, randomUUID()));
    expect((await partner.get(path(good, other.slug))).status).toBe(403);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await partner.send('POST', `/postback/${network.slug}`, good, type)).status).toBe(403);
    expect(await readCompletion(clickId)).toBeUndefined();
  });

  test('is refused from an unlisted IP address, even when signed and with a forged X-Forwarded-For', async () => {
    const listed = await makeNetwork(api.core);
    await api.core.database.sql`
      update networks set source_addresses = '{203.0.113.7,198.51.100.0/24}' where slug = ${listed.slug}`;
    const query = sign(approval('any', randomUUID()));
    const answer = await partner.get(path(query, listed.slug), { 'x-forwarded-for': '203.0.113.7' });
    expect([answer.status, answer.body]).toEqual([403, { error: 'Caller address not allowed' }]);
    for (const address of ['203.0.113.7', '198.51.100.99', '::ffff:203.0.113.7']) {
      const { status } = await new Client(api.appHost, address).get(
        path(sign(approval('any', randomUUID())), listed.slug),
      );
      expect([address, status]).toEqual([address, 404]);
    }
  });
});

describe('a query with a valid signature', () => {
  test.each([
    [
      'escapes in lower and in upper case',
      (c: string, t: string) => `click_id=${c}&transaction_id=${t}&status=approved&note=%c3%a9%C3%A9`,
    ],
    [
      'a plus, a space as %20, an empty value',
      (c, t) => `click_id=${c}&transaction_id=${t}&status=approved&a=b+c&d=e%20f&g=&h`,
    ],
    ['parameters in another order', (c, t) => `status=approved&payout=1&transaction_id=${t}&click_id=${c}`],
    ['escaped names and values', (c, t) => `%63lick_id=${c}&transaction_id=${t}&status=%61pproved`],
    ['an invalid escape', (c, t) => `click_id=${c}&transaction_id=${t}&status=approved&note=100%&x=%zz`],
    ['repeated unknown parameters', (c, t) => `x=1&x=2&click_id=${c}&transaction_id=${t}&status=approved`],
    ['a status in capitals', (c, t) => `click_id=${c}&transaction_id=${t}&status=APPROVED`],
    ['a second question mark', (c, t) => `click_id=${c}&transaction_id=${t}&status=approved&u=https://a.example/?b`],
    ['empty pairs', (c, t) => `&&click_id=${c}&&transaction_id=${t}&status=approved&`],
  ] satisfies [string, (c: string, t: string) => string][])('is accepted with %s', async (_name, query) => {
    const clickId = await startOffer();
    const answer = await partner.get(path(sign(query(clickId, randomUUID()))));
    expect(answer).toMatchObject({ status: 200, body: { success: true, status: 'approved' } });
  });

  test('is refused with two values for one name', async () => {
    const clickId = await startOffer();
    const transaction = randomUUID();
    const { status, body } = await partner.get(path(sign(`${approval(clickId, transaction)}&click_id=other`)));
    expect([status, body]).toEqual([400, { error: 'click_id has different values' }]);
    expect(await readCompletion(clickId)).toBeUndefined();
  });

  test.each([
    ['click_id=&transaction_id=1&status=approved', 400, 'click_id is missing or too long'],
    ['click_id=a&status=approved', 400, 'transaction_id is missing or too long'],
    [`click_id=a&transaction_id=${'1'.repeat(201)}&status=approved`, 400, 'transaction_id is missing or too long'],
    ['click_id=a%00b&transaction_id=1&status=approved', 400, 'a parameter holds a NUL character'],
  ])('is refused: %s → %i', async (query, status, error) => {
    const answer = await partner.get(path(sign(query)));
    expect([answer.status, answer.body]).toEqual([status, { error }]);
  });

  test.each(['-1', '1,50', '1e9', 'NaN', '{payout}', '9'.repeat(30)])(
    'is parked with an alert for the payout %s',
    async (payout) => {
      const clickId = await startOffer();
      const transaction = randomUUID();
      const answer = await partner.get(path(sign(approval(clickId, transaction, `&payout=${payout}`))));
      expect([answer.status, answer.body]).toEqual([200, { success: true, status: 'parked' }]);
      expect(await readCompletion(clickId)).toBeUndefined();
      const rows = await api.core.database.sql`
        select outcome, reason, alert from postbacks where transaction_id = ${transaction}`;
      const reason = 'payout is not an amount';
      expect(rows).toEqual([{ outcome: 'parked', reason, alert: reason }]);
    },
  );

  test('is parked in a currency without a rate', async () => {
    const answer = await partner.get(path(sign('click_id=a&transaction_id=1&status=approved&currency=USD')));
    expect([answer.status, answer.body]).toEqual([200, { success: true, status: 'parked' }]);
  });

  test('is parked with an unmapped status', async () => {
    const clickId = await startOffer();
    for (const word of ['waiting', '', '__proto__', 'constructor', 'approved%00', '%F0%9F%8E%A1', '%ff']) {
      const query = sign(`click_id=${clickId}&transaction_id=${randomUUID()}&status=${word}`);
      expect(await partner.get(path(query))).toMatchObject({ status: 200, body: { status: 'parked' } });
    }
    expect(await readCompletion(clickId)).toBeUndefined();
  });
});

test('accepts a body of any type, even one that is not text', async () => {
  for (const [type, body] of [
    ['application/json', '{"a":'],
    ['text/plain', 'plain \u0000 text'],
    ['application/octet-stream', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['multipart/form-data; boundary=x', '--x--'],
  ] as const) {
    const query = sign(approval(await startOffer(), randomUUID()));
    const { status } = await partner.send('POST', path(query), body as string, { 'content-type': type });
    expect([type, status]).toEqual([type, 200]);
  }
});

test.each(['unknown', 'a%00b', '%F0%9F%8E%A1', "'; drop table users", 'x'.repeat(3000), '..%2f'])(
  'answers 404 for the unknown network %s',
  async (slug) => {
    const { status, body } = await partner.get(path('a=b', encodeURI(slug).replaceAll('%25', '%')));
    expect([status, body]).toEqual([404, { error: 'Network not found' }]);
  },
);

test('refuses postbacks of an inactive network', async () => {
  const inactive = await makeNetwork(api.core);
  await api.core.database.sql`update networks set active = false where slug = ${inactive.slug}`;
  const answer = await partner.get(path(sign(approval('a', '1')), inactive.slug));
  expect([answer.status, answer.body]).toEqual([400, { error: 'The network is not active' }]);
});

test('logs no server error', () => {
  expect(api.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
});
