import { expect, test } from 'vitest';
import { capabilities, includesRole, roles } from './permissions.ts';

test('each role includes itself and the roles below', () => {
  const reached = roles.map((role) => roles.filter((needed) => includesRole(role, needed)));
  expect(reached).toEqual([
    ['analyst'],
    ['analyst', 'support'],
    ['analyst', 'support', 'manager'],
    ['analyst', 'support', 'manager', 'owner'],
  ]);
});

test('requires the documented role and scope for each capability', () => {
  expect(capabilities).toEqual({
    readCodes: { role: 'manager', scope: 'vouchers:codes' },
    exportPersonalData: { role: 'support', scope: 'users:read' },
    creditBeyondLimit: { role: 'manager', scope: 'credit' },
    makeAdmins: { role: 'manager', scope: 'none', sensitive: 'unless exempt' },
  });
});
