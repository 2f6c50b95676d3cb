import { expect, test } from 'vitest';
import type { Judgement } from './judge.ts';
import { replyTo } from './reply.ts';

const refused = (replies: Judgement['replies']): Judgement => ({
  outcome: 'refused',
  kind: null,
  reason: 'status "lost" is not mapped',
  completionId: null,
  forged: false,
  replies,
});

test('a reason with quotes stays within those of a JSON reply, and stands as it is in plain text', () => {
  expect(JSON.parse(replyTo(refused({})).body)).toEqual({ error: 'status "lost" is not mapped' });
  const plain = { refused: { status: 400, body: 'ERROR {reason}', type: 'text/plain' as const } };
  expect(replyTo(refused(plain)).body).toBe('ERROR status "lost" is not mapped');
});
