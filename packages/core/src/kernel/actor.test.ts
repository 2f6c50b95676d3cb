import { roles } from '@inaam/contracts/access/permissions';
import { expect, test } from 'vitest';
import { type Actor, isCapable, systemActor } from './actor.ts';

const admin = (role: (typeof roles)[number]): Actor => ({ kind: 'admin', id: 1, name: 'a', ip: null, role });
const key = (...scopes: NonNullable<Actor['scopes']>): Actor => ({
  kind: 'service',
  id: 1,
  name: 'k',
  ip: null,
  scopes,
});

test('people may by their role, from the needed one on', () => {
  const may = (capability: Parameters<typeof isCapable>[1]) =>
    roles.filter((role) => isCapable(admin(role), capability));
  expect(may('readCodes')).toEqual(['manager', 'owner']);
  expect(may('exportPersonalData')).toEqual(['support', 'manager', 'owner']);
  expect(may('creditBeyondLimit')).toEqual(['manager', 'owner']);
});

test('keys may by their scopes, each by its own', () => {
  expect(isCapable(key('vouchers:codes'), 'readCodes')).toBe(true);
  expect(isCapable(key('vouchers:read', 'vouchers:write'), 'readCodes')).toBe(false);
  expect(isCapable(key('credit'), 'creditBeyondLimit')).toBe(true);
  expect(isCapable(key(), 'creditBeyondLimit')).toBe(false);
});

test('the system may, and users, networks and admins without a role may not', () => {
  expect(isCapable(systemActor, 'readCodes')).toBe(true);
  for (const kind of ['user', 'network', 'admin'] as const) {
    expect(isCapable({ kind, id: 1, name: 'n', ip: null }, 'readCodes'), kind).toBe(false);
  }
});
