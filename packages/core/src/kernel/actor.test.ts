import { roles } from '@inaam/contracts/access/permissions';
import { expect, test } from 'vitest';
import { type Actor, hasCapability, systemActor } from './actor.ts';

const admin = (role: (typeof roles)[number]): Actor => ({ kind: 'admin', id: 1, name: 'a', ip: null, role });
const key = (...scopes: NonNullable<Actor['scopes']>): Actor => ({
  kind: 'service',
  id: 1,
  name: 'k',
  ip: null,
  scopes,
});

test('allows admins with at least the required role', () => {
  const listRolesWith = (capability: Parameters<typeof hasCapability>[1]) =>
    roles.filter((role) => hasCapability(admin(role), capability));
  expect(listRolesWith('readCodes')).toEqual(['manager', 'owner']);
  expect(listRolesWith('exportPersonalData')).toEqual(['support', 'manager', 'owner']);
  expect(listRolesWith('creditBeyondLimit')).toEqual(['manager', 'owner']);
});

test('allows a service key only what its own scopes allow', () => {
  expect(hasCapability(key('vouchers:codes'), 'readCodes')).toBe(true);
  expect(hasCapability(key('vouchers:read', 'vouchers:write'), 'readCodes')).toBe(false);
  expect(hasCapability(key('credit'), 'creditBeyondLimit')).toBe(true);
  expect(hasCapability(key(), 'creditBeyondLimit')).toBe(false);
});

test('allows the system, and rejects users, networks and admins without a role', () => {
  expect(hasCapability(systemActor, 'readCodes')).toBe(true);
  for (const kind of ['user', 'network', 'admin'] as const) {
    expect(hasCapability({ kind, id: 1, name: 'n', ip: null }, 'readCodes'), kind).toBe(false);
  }
});
