import { type adminRegisterInput, PASSWORD_MIN, USERNAME_MIN } from '@inaam/contracts/identity/sign-in';
import type { z } from 'zod';

type Input = z.input<typeof adminRegisterInput>;
/** The procedure's input as form fields, with the password repeated. */
export type CreateAdminValues = { [Field in keyof Input]-?: Exclude<Input[Field], undefined> } & {
  confirmation: string;
};

export const emptyAdmin: CreateAdminValues = {
  username: '',
  email: '',
  password: '',
  confirmation: '',
  setupToken: '',
  role: 'manager',
};

export type CreateAdminProblems = Partial<Record<keyof CreateAdminValues, string>>;

/** The validation errors, in the specification's order (section 5); empty when the form is valid. */
export function validateCreateAdmin(values: CreateAdminValues, setup = false): CreateAdminProblems {
  const { username, email, password, confirmation, setupToken } = values;
  return {
    ...(password !== confirmation && { confirmation: 'Passwords do not match' }),
    ...(password.length < PASSWORD_MIN && { password: `Password must be at least ${PASSWORD_MIN} characters` }),
    ...(username.trim().length < USERNAME_MIN && { username: `Username must be at least ${USERNAME_MIN} characters` }),
    ...(email.trim() === '' && { email: 'E-mail is required' }),
    ...(setup && setupToken.trim() === '' && { setupToken: 'Setup token is required' }),
  };
}

export type Strength = 'Weak' | 'Fair' | 'Good' | 'Strong';

const GOOD_FROM = 8;
const FAIR_FROM = 6;
const STRONG_FROM = 12;

/** Rates a password by length alone (specification section 5). Undefined while the field is empty. */
export function getPasswordStrength(password: string): Strength | undefined {
  const { length } = password;
  if (length === 0) return undefined;
  if (length < FAIR_FROM) return 'Weak';
  if (length < GOOD_FROM) return 'Fair';
  return length < STRONG_FROM ? 'Good' : 'Strong';
}
