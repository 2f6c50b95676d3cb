import { adminPaths } from '@inaam/contracts/common/paths';
import { savedViewsInput, saveViewInput } from '@inaam/contracts/saved-views/saved-views';
import { expect, test } from 'vitest';
import { listName, viewSearch } from './view-search.ts';

test('keeps filters, order and page size in a view, without page and panel', () => {
  expect(viewSearch('?search=a+b%26c&status=active&limit=50&page=3&panel=view-7')).toBe(
    'search=a+b%26c&status=active&limit=50',
  );
  expect(viewSearch('?page=2')).toBe('');
  expect(viewSearch('')).toBe('');
});

test('names each list after its page, with a name that the server accepts', () => {
  expect(listName('/admin/offers')).toBe('offers');
  expect(listName('/admin/offers/')).toBe('offers');
  // The inbox is the same list on every network's page.
  expect(listName('/admin/networks/12')).toBe('networks');
  for (const path of [
    adminPaths.offers,
    adminPaths.vouchers,
    adminPaths.conversions,
    adminPaths.audit,
    adminPaths.fraud,
  ]) {
    expect(savedViewsInput.safeParse({ list: listName(path) }).success).toBe(true);
  }
  expect(saveViewInput.parse({ list: listName(adminPaths.fraud), name: ' Ring ', search: 'tab=ips' })).toEqual({
    list: 'fraud-detection',
    name: 'Ring',
    search: 'tab=ips',
    is_default: false,
  });
});
