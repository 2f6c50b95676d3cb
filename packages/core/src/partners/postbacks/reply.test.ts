import { expect, test } from 'vitest';
import type { Judgement } from './judge.ts';
import { buildFailureReply, buildReply } from './reply.ts';

const makeRefusal = (replies: Judgement['replies']): Judgement => ({
  outcome: 'refused',
  kind: null,
  reason: 'status "lost" is not mapped',
  completionId: null,
  forged: false,
  replies,
  echo: (name) => (name === 'event_id' ? 'e"7' : ''),
});

test('escapes quotes of a reason in a JSON reply, and keeps them in plain text', () => {
  expect(JSON.parse(buildReply(makeRefusal({})).body)).toEqual({ error: 'status "lost" is not mapped' });
  const plain = { refused: { status: 400, body: 'ERROR {reason}', type: 'text/plain' as const } };
  expect(buildReply(makeRefusal(plain)).body).toBe('ERROR status "lost" is not mapped');
});

test('echoes values of the postback, and leaves missing values empty', () => {
  const text = { refused: { status: 200, body: '{param:event_id}:OK{param:other}', type: 'text/plain' as const } };
  expect(buildReply(makeRefusal(text)).body).toBe('e"7:OK');
  const json = { refused: { status: 200, body: '{"id":"{param:event_id}"}', type: 'application/json' as const } };
  expect(JSON.parse(buildReply(makeRefusal(json)).body)).toEqual({ id: 'e"7' });
});

test('gives a repeat the reply of the first postback, unless the network has a reply for repeats', () => {
  const repeat = {
    ...makeRefusal({}),
    outcome: 'repeat' as const,
    kind: 'approve' as const,
    reason: null,
    completionId: 7,
  };
  expect(JSON.parse(buildReply(repeat).body)).toEqual({ success: true, status: 'approved', completion_id: 7 });
  const replies = { repeat: { status: 200, body: 'DUP', type: 'text/plain' as const } };
  expect(buildReply({ ...repeat, replies }).body).toBe('DUP');
});

test('uses the network’s reply for faults, if one is set, when a postback could not be judged', () => {
  expect(buildFailureReply({}, () => '')).toBeUndefined();
  const replies = { fault: { status: 500, body: 'ERR {status}', type: 'text/plain' as const } };
  expect(buildFailureReply(replies, () => '')).toEqual({ status: 500, body: 'ERR fault', type: 'text/plain' });
});
