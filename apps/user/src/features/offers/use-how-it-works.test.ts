import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { useHowItWorks } from './use-how-it-works.ts';

beforeEach(() => localStorage.clear());

const fresh = [anOffer()];
const visit = (offers = fresh) => renderHook(() => useHowItWorks(offers)).result;

test('opens once by itself, and at later visits only on a press', () => {
  expect(visit().current.isOpen).toBe(true);
  const later = visit();
  expect(later.current.isOpen).toBe(false);
  act(() => later.current.toggle());
  expect(later.current.isOpen).toBe(true);
  act(() => later.current.close());
  expect(later.current.isOpen).toBe(false);
});

test('does not open by itself for people who have started an offer', () => {
  expect(visit([anOffer({ started_at: '2026-11-20T10:00:00.000Z' })]).current.isOpen).toBe(false);
});
