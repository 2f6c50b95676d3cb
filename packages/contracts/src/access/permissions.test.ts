import { expect, test } from 'vitest';
import { capabilities, includesRole, roles } from './permissions.ts';

test('each role reaches itself and those below it', () => {
  const reached = roles.map((role) => roles.filter((needed) => includesRole(role, needed)));
  expect(reached).toEqual([
    ['analyst'],
    ['analyst', 'support'],
    ['analyst', 'support', 'manager'],
    ['analyst', 'support', 'manager', 'owner'],
  ]);
});

test('what is not one procedure’s asks for these roles and scopes', () => {
  expect(capabilities).toEqual({
    readCodes: { role: 'manager', scope: 'vouchers:codes' },
    exportPersonalData: { role: 'support', scope: 'users:read' },
    creditBeyondLimit: { role: 'manager', scope: 'credit' },
    makeAdmins: { role: 'manager', scope: 'none', sensitive: 'unless exempt' },
  });
});
