import { afterEach, expect, test, vi } from 'vitest';
import { setLanguageAndLoad } from '../words/words.ts';
import { client } from './client.ts';
import { getErrorMessage } from './errors.ts';
import { getFieldMessage } from './field-errors.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await setLanguageAndLoad('en');
});

/** Makes the server refuse every call from now on. */
function refuseWith(httpStatus: number, domainCode: string, message: string, field: string | null = null) {
  const error = { message, code: -32_000, data: { code: 'BAD_REQUEST', httpStatus, domainCode, field } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ error }], { status: httpStatus })));
}

const catchRefusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const signIn = () =>
  catchRefusal(client.user.identity.login.mutate({ email: 'a@example.com', password: 'guessed it' }));

test('shows the reason in the current language, even for the first refusal after loading', async () => {
  await setLanguageAndLoad('hi');
  refuseWith(401, 'WRONG_EMAIL_OR_PASSWORD', 'Invalid email or password');
  expect(getErrorMessage(await signIn(), 'साइन इन नहीं हुआ')).toBe('ई-मेल या पासवर्ड सही नहीं है');
  refuseWith(400, 'BAD_INPUT', 'password: This password is too common. Please choose another one.', 'password');
  expect(getFieldMessage(await signIn(), 'नहीं हुआ')).toMatch(/^कृपया दूसरा पासवर्ड चुनें/);
});

test('shows the server’s own message in English, without the field name in front', async () => {
  refuseWith(400, 'BAD_INPUT', 'password: this one is too common', 'password');
  expect(getFieldMessage(await signIn(), 'Failed')).toBe('This one is too common');
});

test('puts the field’s name before a message that is not next to the field, unless the message is a whole sentence', async () => {
  refuseWith(400, 'BAD_INPUT', 'firstName: is required', 'firstName');
  expect(getErrorMessage(await signIn(), 'Failed')).toBe('First name is required');
  refuseWith(400, 'BAD_INPUT', 'password: This one is too common', 'password');
  expect(getErrorMessage(await signIn(), 'Failed')).toBe('This one is too common');
});
