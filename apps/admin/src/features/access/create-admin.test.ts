import { adminRegisterInput } from '@inaam/contracts/identity/sign-in';
import { expect, test } from 'vitest';
import { type CreateAdminValues, getPasswordStrength, validateCreateAdmin } from './create-admin.ts';

const good: CreateAdminValues = {
  username: 'meera',
  email: 'meera@example.com',
  password: 'long enough',
  confirmation: 'long enough',
  setupToken: '',
  role: 'manager',
};

test('validates in the specification’s order', () => {
  const wrong = { ...good, username: 'me', email: ' ', password: 'short', confirmation: 'other' };
  expect(validateCreateAdmin(wrong)).toEqual({ field: 'confirmation', message: 'Passwords do not match' });
  const matching = { ...wrong, confirmation: 'short' };
  expect(validateCreateAdmin(matching)).toEqual({
    field: 'password',
    message: 'Password must be at least 8 characters',
  });
  const longer = { ...matching, password: '12345678', confirmation: '12345678' };
  expect(validateCreateAdmin(longer)).toEqual({
    field: 'username',
    message: 'Username must be at least 3 characters',
  });
  expect(validateCreateAdmin({ ...longer, username: 'mee' })).toEqual({
    field: 'email',
    message: 'E-mail is required',
  });
});

test('builds valid input for the procedure', () => {
  expect(validateCreateAdmin(good)).toBeUndefined();
  expect(adminRegisterInput.safeParse(good).success).toBe(true);
  // Both client and server trim the name before they measure it.
  expect(validateCreateAdmin({ ...good, username: ' me ' })?.field).toBe('username');
  expect(adminRegisterInput.safeParse({ ...good, username: ' me ' }).success).toBe(false);
});

test('reports the password before the username in the procedure, too', () => {
  const { error } = adminRegisterInput.safeParse({ ...good, username: 'me', password: 'short' });
  expect(error?.issues[0]?.message).toBe('Password must be at least 8 characters');
});

test('also requires the setup token for the first admin', () => {
  expect(validateCreateAdmin(good, true)).toEqual({ field: 'setupToken', message: 'Setup token is required' });
  expect(validateCreateAdmin({ ...good, setupToken: 'abc' }, true)).toBeUndefined();
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
