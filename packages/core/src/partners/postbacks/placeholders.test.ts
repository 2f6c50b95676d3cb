import { describe, expect, test } from 'vitest';
import { isPlaceholder, isUnfilledMacro } from './placeholders.ts';
import { readPostback } from './read.ts';
import { aNetwork, aPostback } from './rules.fixture.ts';

const network = aNetwork({ params: { ...aNetwork().params, parent_id: 'parent' } });
const read = (query: string) =>
  readPostback(network, aPostback({ rawQuery: `token=${encodeURIComponent(network.signingSecret)}&${query}` }));

const MACROS = [
  '{transaction_id}',
  '{{transaction_id}}',
  '{{ transaction_id }}',
  '{%txid%}',
  '${TXID}',
  '#{txid}',
  '[TXID]',
  '[[TXID]]',
  '[%USER:ID%]',
  '#s2#',
  '##s2##',
  '%TXID%',
  '%%TXID%%',
  '__TXID__',
  '<txid>',
  '<<txid>>',
  '<%= txid %>',
  '(txid)',
  '*|TXID|*',
  '{0}',
];
const WORDS = [
  'null',
  'NULL',
  'undefined',
  'none',
  'N/A',
  'n/a',
  'NA',
  '0',
  'nil',
  'NaN',
  '-',
  '"null"',
  "'{txid}'",
  '""',
  '00000000-0000-0000-0000-000000000000',
];

const encodeTimes = (text: string, times: number): string =>
  times === 0 ? text : encodeTimes(encodeURIComponent(text), times - 1);

describe.each(['txn=', 'txn=r1&status=2&parent='])('an id after "%s" in the query', (before) => {
  test.each([...MACROS, ...WORDS])('%s is refused with an alert, whatever the kind of the postback', (text) => {
    for (const times of [1, 2, 3]) {
      for (const status of before.includes('parent') ? [''] : ['&status=1', '&status=0', '&status=2']) {
        const verdict = read(`click=c&${before}${encodeTimes(text, times)}${status}`);
        expect([times, status, verdict]).toMatchObject([times, status, { outcome: 'refused' }]);
        expect(verdict.alert).toBe('reason' in verdict ? verdict.reason : '');
      }
    }
  });
});

test('recognises macros whose percent signs look like escapes', () => {
  expect(read('click=c&status=1&txn=%ADID%')).toMatchObject({ outcome: 'refused' });
  expect(read('click=%AFF_SUB%&status=1&txn=t1')).toMatchObject({
    outcome: 'refused',
    reason: 'click holds a macro that the network did not fill in',
  });
});

test.each(['txn=', '', 'txn=%20'])(
  'refuses a postback with an alert if its query gives the transaction as "%s"',
  (given) => {
    const reason = 'txn is missing or too long';
    expect(read(`click=c&status=1&${given}`)).toEqual({ outcome: 'refused', reason, alert: reason });
  },
);

test.each([
  '00',
  '0001234',
  '10',
  'nullable-7',
  'none-1',
  '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
  '{a3f504e0-4f89-11d3-9a0c-0305e82c3301}',
  '_aB3-x9_',
  'TX_1__2',
  'a%b',
  '100%',
  'x{id}',
  '{id}-7',
  '550e8400-e29b-41d4-a716-446655440000',
])('accepts %s as an id', (text) => {
  expect([isPlaceholder(text, text), isUnfilledMacro(text, text)]).toEqual([false, false]);
  expect(read(`click=c&status=1&txn=${encodeURIComponent(text)}`)).toMatchObject({ kind: 'approve' });
});
