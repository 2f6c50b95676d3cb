import { adminRegisterInput } from '@inaam/contracts/identity/sign-in';
import { expect, test } from 'vitest';
import { type CreateAdminValues, getPasswordStrength, validateCreateAdmin } from './create-admin.ts';

const validValues: CreateAdminValues = {
  username: 'meera',
  email: 'meera@example.com',
  password: 'long enough',
  confirmation: 'long enough',
  setupToken: '',
  role: 'manager',
};

test('reports all invalid fields, in the specification’s order', () => {
  const invalidValues = { ...validValues, username: 'me', email: ' ', password: 'short', confirmation: 'other' };
  expect(Object.entries(validateCreateAdmin(invalidValues))).toEqual([
    ['confirmation', 'Passwords do not match'],
    ['password', 'Password must be at least 8 characters'],
    ['username', 'Username must be at least 3 characters'],
    ['email', 'E-mail is required'],
  ]);
});

test('accepts and rejects the same values as the procedure’s schema', () => {
  expect(validateCreateAdmin(validValues)).toEqual({});
  expect(adminRegisterInput.safeParse(validValues).success).toBe(true);
  // Both client and server trim the name before they check its length.
  expect(Object.keys(validateCreateAdmin({ ...validValues, username: ' me ' }))).toEqual(['username']);
  expect(adminRegisterInput.safeParse({ ...validValues, username: ' me ' }).success).toBe(false);
});

test('uses the same order as the procedure’s schema, which reports the password before the username', () => {
  const { error } = adminRegisterInput.safeParse({ ...validValues, username: 'me', password: 'short' });
  expect(error?.issues[0]?.message).toBe('Password must be at least 8 characters');
});

test('also requires the setup token for the first admin', () => {
  expect(validateCreateAdmin(validValues, true)).toEqual({ setupToken: 'Setup token is required' });
  expect(validateCreateAdmin({ ...validValues, setupToken: 'abc' }, true)).toEqual({});
});

test('rates strength by length: Weak below 6, Fair 6 and 7, Good 8 to 11, Strong from 12', () => {
  const rateLength = (length: number) => getPasswordStrength('x'.repeat(length));
  expect([0, 1, 5, 6, 7, 8, 11, 12, 40].map(rateLength)).toEqual([
    undefined,
    'Weak',
    'Weak',
    'Fair',
    'Fair',
    'Good',
    'Good',
    'Strong',
    'Strong',
  ]);
});
