import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { maskPostback } from './mask.ts';
import { encodeBody, getParams } from './parse.ts';
import { readPostback } from './read.ts';
import { aDigest, aNetwork, aPostback } from './rules.fixture.ts';

/**
 * The content of a body decides how it is read, since senders use any content type. Signatures cover the bytes as
 * received.
 */

const KEY = 'the key of a network';
const signing = aDigest();
const network = aNetwork({ signing, signingSecret: KEY });

const JSON_BODY = '{"click":"c","txn":"t1","payout":1.50,"status":1}';
const read = (bytes: Buffer, contentType: string | null, rules = network) =>
  readPostback(
    rules,
    aPostback({
      method: 'POST',
      ...encodeBody(bytes),
      contentType,
      headers: { signature: createHmac('sha256', KEY).update(bytes).digest('hex') },
    }),
  );
const accepted = { kind: 'approve', click_id: 'c', transaction_id: 't1', payout_micros: '1500000' };

const MEDIA_TYPES = [
  'application/json',
  'Application/JSON; Charset=UTF-8',
  'application/vnd.network+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data; boundary=b',
  '',
  null,
];

describe('a JSON body is read', () => {
  test.each(MEDIA_TYPES)('with the content type %s', (type) => {
    expect(read(Buffer.from(JSON_BODY), type)).toMatchObject(accepted);
  });

  test.each(['\uFEFF', ' \r\n\t', '\uFEFF \n'])('after %j, which the signature covers', (before) => {
    for (const type of MEDIA_TYPES) {
      const bytes = Buffer.from(`${before}${JSON_BODY}`);
      expect([type, read(bytes, type)]).toEqual([type, expect.objectContaining(accepted)]);
      const unsigned = { ...encodeBody(bytes), method: 'POST', contentType: type };
      const headers = { signature: createHmac('sha256', KEY).update(JSON_BODY).digest('hex') };
      expect(readPostback(network, aPostback({ ...unsigned, headers }))).toMatchObject({ outcome: 'refused' });
    }
  });

  test('if it is a list, whose entries are named by their position', () => {
    const params = { ...network.params, click_id: '0.click', transaction_id: '0.txn', payout: '0.payout' };
    const rules = { ...network, params: { ...params, status: '0.status' } };
    expect(read(Buffer.from(`[${JSON_BODY}]`), 'text/plain', rules)).toMatchObject(accepted);
  });
});

describe('a body that is not JSON is read as a form', () => {
  const FORM = 'click=c&txn=t1&payout=1.50&status=1';
  test.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain', null])(
    'with the content type %s, and also after a byte order mark',
    (type) => {
      expect(read(Buffer.from(FORM), type)).toMatchObject(accepted);
      expect(read(Buffer.from(`\uFEFF${FORM}`), type)).toMatchObject(accepted);
    },
  );

  test.each(['multipart/form-data; boundary=a-b=c', 'Multipart/Form-Data; Charset=utf-8; Boundary="a-b=c"'])(
    'in several parts, with the content type %s',
    (contentType) => {
      const part = (name: string, value: string) =>
        `--a-b=c\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const body = `${part('click', 'c')}${part('txn', 't1')}--a-b=c--\r\n`;
      const sent = aPostback({ method: 'POST', rawBody: body, contentType });
      const params = getParams(sent, signing, 'body');
      expect(['click', 'txn'].map((name) => params.get(name)?.[0]?.raw)).toEqual(['c', 't1']);
    },
  );
});

test('masks secrets of a JSON body that starts with a byte order mark, or is a list', () => {
  for (const rawBody of ['\uFEFF{"password":"open-sesame"}', '[{"password":"open-sesame"}]']) {
    expect(maskPostback(network, aPostback({ rawBody })).body).not.toContain('open-sesame');
  }
});

test.each([
  ['1.5E0', '1500000'],
  ['15e-1', '1500000'],
  ['0.00015E+4', '1500000'],
  ['2e1', '20000000'],
  ['0e0', '0'],
  ['1e-30', '0'],
  ['1.50', '1500000'],
])('reads the payout %s of a JSON body as a JSON number', (payout, micros) => {
  const body = JSON_BODY.replace('1.50', payout);
  expect(read(Buffer.from(body), null)).toMatchObject({ kind: 'approve', payout_micros: micros });
});

test.each(['1e40', '1e-31', '"1.5E0"', '"1,50"', 'true'])('parks a JSON body with the payout %s', (payout) => {
  const body = JSON_BODY.replace('1.50', payout);
  const reason = 'payout is not an amount';
  expect(read(Buffer.from(body), null)).toMatchObject({ outcome: 'parked', reason, alert: reason });
});

test('keeps all digits of an id that is a long number', () => {
  const body = JSON_BODY.replace('"t1"', '12345678901234567890');
  expect(read(Buffer.from(body), null)).toMatchObject({ transaction_id: '12345678901234567890' });
});
