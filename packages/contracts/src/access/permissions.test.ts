import { expect, test } from 'vitest';
import { capabilities, includesRole, roles } from './permissions.ts';

test('includes each role and those below it', () => {
  const reached = roles.map((role) => roles.filter((needed) => includesRole(role, needed)));
  expect(reached).toEqual([
    ['analyst'],
    ['analyst', 'support'],
    ['analyst', 'support', 'manager'],
    ['analyst', 'support', 'manager', 'owner'],
  ]);
});

test('requires these roles and scopes for capabilities', () => {
  expect(capabilities).toEqual({
    readCodes: { role: 'manager', scope: 'vouchers:codes' },
    exportPersonalData: { role: 'support', scope: 'users:read' },
    creditBeyondLimit: { role: 'manager', scope: 'credit' },
    makeAdmins: { role: 'manager', scope: 'none', sensitive: 'unless exempt' },
  });
});
