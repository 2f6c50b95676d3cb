import { expect, test } from 'vitest';
import { findNeighbours } from './row-neighbours.ts';

const queue = ['ip-a', 'ip-b', 'ip-c'];

test('finds next and previous rows within the queue', () => {
  expect(findNeighbours(queue, 'ip-a', undefined)).toEqual({ position: 1, previous: undefined, next: 'ip-b' });
  expect(findNeighbours(queue, 'ip-b', undefined)).toEqual({ position: 2, previous: 'ip-a', next: 'ip-c' });
  expect(findNeighbours(queue, 'ip-c', undefined)).toEqual({ position: 3, previous: 'ip-b', next: undefined });
});

test('finds the neighbours of the row opened last while the panel shows a linked subject', () => {
  expect(findNeighbours(queue, 'user-7', 'ip-b')).toEqual({ position: 0, previous: 'ip-a', next: 'ip-c' });
});

test('starts with the first row if a shared link opens a subject that is not in the list', () => {
  expect(findNeighbours(queue, 'user-7', undefined)).toEqual({ position: 0, previous: undefined, next: 'ip-a' });
  expect(findNeighbours(queue, 'user-7', 'ip-gone')).toEqual({ position: 0, previous: undefined, next: 'ip-a' });
  expect(findNeighbours([], 'user-7', undefined)).toEqual({ position: 0, previous: undefined, next: undefined });
});
