import { beforeEach, expect, test } from 'vitest';
import { getSeenCommitment, rememberCommitment } from './commitments.ts';

beforeEach(() => localStorage.clear());

test('keeps the first commitment for a person and an offer', () => {
  rememberCommitment(1, 2, 'first');
  rememberCommitment(1, 2, 'second');
  rememberCommitment(2, 2, 'another person');
  expect([getSeenCommitment(1, 2), getSeenCommitment(2, 2), getSeenCommitment(2, 1)]).toEqual([
    'first',
    'another person',
    undefined,
  ]);
});

test('keeps the latest 50 commitments', () => {
  for (let offer = 0; offer < 50; offer++) rememberCommitment(1, offer, `of ${offer}`);
  expect(getSeenCommitment(1, 0)).toBe('of 0');
  rememberCommitment(1, 50, 'of 50');
  expect([getSeenCommitment(1, 0), getSeenCommitment(1, 1), getSeenCommitment(1, 50)]).toEqual([
    undefined,
    'of 1',
    'of 50',
  ]);
});

test('ignores unreadable data', () => {
  for (const stored of ['{', '{}', 'null']) {
    localStorage.setItem('commitments', stored);
    expect(getSeenCommitment(1, 2)).toBeUndefined();
  }
});
