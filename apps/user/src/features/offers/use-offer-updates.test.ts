import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { useOfferUpdates } from './use-offer-updates.ts';

const started = anOffer({ started_at: '2026-11-20T10:00:00.000Z' });
const ready = { ...started, completed: true };
const lost = { ...ready, spinner_used: true };

test('names a spin that became ready, until it is used', () => {
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

test('compares with the last visit, and names nothing at the first', () => {
  const fresh = [ready];
  expect(renderHook(() => useOfferUpdates(undefined, fresh)).result.current.ready).toBeUndefined();
  expect(renderHook(() => useOfferUpdates([ready], fresh)).result.current.ready).toBeUndefined();
  expect(renderHook(() => useOfferUpdates([started], fresh)).result.current.ready).toBe(ready);
});

test('names the largest owed voucher that arrived', () => {
  const owed = [5, 25].map((amount) =>
    anOffer({ ...lost, offer_id: amount, reward_type: `voucher_${amount}`, owed: true }),
  );
  const fresh = owed.map((offer) => ({ ...offer, owed: false, voucher_code: 'AMZ-1' }));
  expect(renderHook(() => useOfferUpdates(owed, fresh)).result.current.won?.offer_id).toBe(25);
});
