import { expect, test } from 'vitest';
import type { Judgement } from './judge.ts';
import { buildFailureReply, buildReply } from './reply.ts';

const refused = (replies: Judgement['replies']): Judgement => ({
  outcome: 'refused',
  kind: null,
  reason: 'status "lost" is not mapped',
  completionId: null,
  forged: false,
  replies,
  echo: (name) => (name === 'event_id' ? 'e"7' : ''),
});

test('a reason with quotes stays within those of a JSON reply, and stands as it is in plain text', () => {
  expect(JSON.parse(buildReply(refused({})).body)).toEqual({ error: 'status "lost" is not mapped' });
  const plain = { refused: { status: 400, body: 'ERROR {reason}', type: 'text/plain' as const } };
  expect(buildReply(refused(plain)).body).toBe('ERROR status "lost" is not mapped');
});

test('a reply gives back what the call said, and nothing of what it did not say', () => {
  const text = { refused: { status: 200, body: '{param:event_id}:OK{param:other}', type: 'text/plain' as const } };
  expect(buildReply(refused(text)).body).toBe('e"7:OK');
  const json = { refused: { status: 200, body: '{"id":"{param:event_id}"}', type: 'application/json' as const } };
  expect(JSON.parse(buildReply(refused(json)).body)).toEqual({ id: 'e"7' });
});

test('a repeat gets the reply of the first call, or one of its own', () => {
  const repeat = {
    ...refused({}),
    outcome: 'repeat' as const,
    kind: 'approve' as const,
    reason: null,
    completionId: 7,
  };
  expect(JSON.parse(buildReply(repeat).body)).toEqual({ success: true, status: 'approved', completion_id: 7 });
  const replies = { repeat: { status: 200, body: 'DUP', type: 'text/plain' as const } };
  expect(buildReply({ ...repeat, replies }).body).toBe('DUP');
});

test('a call that could not be judged has a reply of its own where the network wants one', () => {
  expect(buildFailureReply({}, () => '')).toBeUndefined();
  const replies = { fault: { status: 500, body: 'ERR {status}', type: 'text/plain' as const } };
  expect(buildFailureReply(replies, () => '')).toEqual({ status: 500, body: 'ERR fault', type: 'text/plain' });
});
