import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPostback } from './read.ts';
import { aDigest, aNetwork, aPostback } from './rules.fixture.ts';
import { pickStoredHeaders } from './store.ts';

const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`X-Trace-${i}`, String(i)]));

test('stores the signature header, whatever its name and however many headers there are', () => {
  for (const name of ['Verifier', 'Checksum', 'Api-Key', 'X-Forwarded-Sign', 'sign']) {
    const headers = { ...many, cookie: 'no', accept: 'no', [name.toLowerCase()]: 'abc' };
    const network = aNetwork({
      signing: aDigest({ name }),
      paramsIn: 'body',
    });
    const kept = pickStoredHeaders(headers, network.signing);
    expect(kept[name.toLowerCase()]).toBe('abc');
    expect(Object.keys(kept)).toHaveLength(20);
    expect(kept).not.toHaveProperty('cookie');
    const rawBody = 'click=c&txn=t&status=1';
    const signed = createHmac('sha256', network.signingSecret).update(rawBody).digest('hex');
    const postback = {
      method: 'POST',
      rawBody,
      headers: pickStoredHeaders({ ...many, [name]: signed }, network.signing),
    };
    expect(readPostback(network, aPostback(postback))).toMatchObject({ kind: 'approve', click_id: 'c' });
  }
});

test('stores only useful headers, each truncated to a maximum length', () => {
  const kept = pickStoredHeaders(
    {
      'X-Signature': ['a', 'b'],
      Cookie: 'c',
      'X-Forwarded-For': '1.2.3.4',
      'User-Agent': 'u'.repeat(5000),
      'x-nul': 'a\0b',
    },
    undefined,
  );
  expect(kept).toEqual({ 'x-signature': 'a, b', 'user-agent': 'u'.repeat(1000), 'x-nul': 'ab' });
});
