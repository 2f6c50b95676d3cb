import type { UserOffer } from '@inaam/contracts/offers/offers';
import { beforeEach, expect, test } from 'vitest';
import { readLastKnown, storeLastKnown } from './last-known.ts';

const won = {
  offer_id: 1,
  title: 'Survey',
  reward_type: 'voucher_10',
  voucher_code: 'SECRET-1',
  voucher_pin: '4821',
} as UserOffer;
beforeEach(() => localStorage.clear());

test('restores offers for the same person only, without voucher codes, PINs and wheels', () => {
  storeLastKnown(7, { at: 1000, offers: [won], arrived: { ready: [1], won: [] } });
  expect(readLastKnown(7)).toEqual({
    at: 1000,
    offers: [{ ...won, voucher_code: null, voucher_pin: null, wheel: [] }],
    arrived: { ready: [1], won: [] },
  });
  expect(localStorage.getItem('lastOffers')).not.toMatch(/SECRET-1|4821/);
  expect(readLastKnown(8)).toBeUndefined();
});

test('ignores unreadable data', () => {
  for (const stored of ['', '{', 'null', '7', '{"userId":7}', '{"userId":7,"at":1,"offers":{}}']) {
    localStorage.setItem('lastOffers', stored);
    expect(readLastKnown(7)).toBeUndefined();
  }
});

test('reads offers that an earlier release stored', () => {
  localStorage.setItem('lastOffers', JSON.stringify({ userId: 7, at: 1000, offers: [{ offer_id: 1 }] }));
  expect(readLastKnown(7)).toMatchObject({ offers: [{ offer_id: 1, goals: [] }], arrived: { ready: [], won: [] } });
});
