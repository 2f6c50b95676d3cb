import type { UserOffer } from '@inaam/contracts/offers/offers';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { type ArrivedIds, useOfferUpdates } from './use-offer-updates.ts';

const started = anOffer({ started_at: '2026-11-20T10:00:00.000Z' });
const ready = { ...started, completed: true };
const lost = { ...ready, spinner_used: true };
const previousVisit = (offers: UserOffer[], arrived: ArrivedIds = { ready: [], won: [] }) => ({ offers, arrived });

test('returns a spin that became ready, until the spin is used', () => {
  const { result, rerender } = renderHook(({ fresh }) => useOfferUpdates(undefined, fresh), {
    initialProps: { fresh: [started] },
  });
  expect(result.current.ready).toBeUndefined();
  rerender({ fresh: [ready] });
  expect(result.current.ready).toBe(ready);
  rerender({ fresh: [{ ...ready }] });
  expect(result.current.ready).toEqual(ready);
  rerender({ fresh: [lost] });
  expect(result.current.ready).toBeUndefined();
});

test('compares with the previous visit, and returns nothing at the first visit', () => {
  const fresh = [ready];
  expect(renderHook(() => useOfferUpdates(undefined, fresh)).result.current.ready).toBeUndefined();
  expect(renderHook(() => useOfferUpdates(previousVisit([ready]), fresh)).result.current.ready).toBeUndefined();
  expect(renderHook(() => useOfferUpdates(previousVisit([started]), fresh)).result.current.ready).toBe(ready);
});

test('returns the largest win whose voucher arrived after it was out of stock', () => {
  const owed = [5, 25].map((amount) =>
    anOffer({ ...lost, offer_id: amount, reward_type: `voucher_${amount}`, owed: true }),
  );
  const fresh = owed.map((offer) => ({ ...offer, owed: false, voucher_code: 'AMZ-1' }));
  expect(renderHook(() => useOfferUpdates(previousVisit(owed), fresh)).result.current.won?.offer_id).toBe(25);
});

test('still returns unused spins and unseen wins at the next visit', () => {
  const owed = anOffer({ ...lost, offer_id: 5, reward_type: 'voucher_5', owed: true });
  const won = { ...owed, owed: false, voucher_code: 'AMZ-1' };
  const before = previousVisit([started, owed]);
  const now = [ready, won];
  const { ids } = renderHook(() => useOfferUpdates(before, now)).result.current;
  expect(ids).toEqual({ ready: [ready.offer_id], won: [5] });
  const again = previousVisit(now, ids);
  const { result } = renderHook(() => useOfferUpdates(again, now));
  expect(result.current).toMatchObject({ ready, won });
  act(() => result.current.markWonSeen());
  expect(result.current).toMatchObject({ ready, won: undefined, ids: { ready: [ready.offer_id], won: [] } });
});
