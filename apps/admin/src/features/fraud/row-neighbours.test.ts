import { expect, test } from 'vitest';
import { neighboursIn } from './row-neighbours.ts';

const queue = ['ip-a', 'ip-b', 'ip-c'];

test('within the queue there is a next and a previous one, but for its ends', () => {
  expect(neighboursIn(queue, 'ip-a', undefined)).toEqual({ position: 1, previous: undefined, next: 'ip-b' });
  expect(neighboursIn(queue, 'ip-b', undefined)).toEqual({ position: 2, previous: 'ip-a', next: 'ip-c' });
  expect(neighboursIn(queue, 'ip-c', undefined)).toEqual({ position: 3, previous: 'ip-b', next: undefined });
});

test('from something linked it goes on where the queue was left', () => {
  expect(neighboursIn(queue, 'user-7', 'ip-b')).toEqual({ position: 0, previous: 'ip-a', next: 'ip-c' });
});

test('from a shared link it begins with the first; without rows there is nowhere to go', () => {
  expect(neighboursIn(queue, 'user-7', undefined)).toEqual({ position: 0, previous: undefined, next: 'ip-a' });
  expect(neighboursIn(queue, 'user-7', 'ip-gone')).toEqual({ position: 0, previous: undefined, next: 'ip-a' });
  expect(neighboursIn([], 'user-7', undefined)).toEqual({ position: 0, previous: undefined, next: undefined });
});
