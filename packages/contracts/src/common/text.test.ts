import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeInput } from '../account/account.ts';
import { adminLoginInput, adminRegisterInput, registerInput } from '../identity/sign-in.ts';
import { offerCreateInput } from '../offers/offers.ts';
import { pageInput } from './lists.ts';
import { comparedText, isStorable, readFactorCode, requiredText, toAsciiDigits, toNameText } from './text.ts';

const person = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', password: 'a long password' };
const findProblem = (input: object) => {
  const { error } = registerInput.safeParse({ ...person, ...input });
  return error?.issues.map(({ path, message }) => [path.join('.'), message]);
};

describe('names', () => {
  test.each(['firstName', 'lastName'])('rejects line breaks, control characters and direction marks in %s', (field) => {
    for (const name of [
      'Asha\nClaim Rs 5000',
      'Asha\r\nBcc: x',
      'A\tB',
      'A\u0007',
      'A\u2028B',
      'A\u202eahsA',
      'A\u2066B',
    ]) {
      expect([name, findProblem({ [field]: name })]).toEqual([
        name,
        [[field, 'must be one line without control characters']],
      ]);
    }
  });

  test.each([
    ['Sukarno', ''],
    ['क्\u200dष', 'ज़ोया'],
    ["D'Souza-Rao", 'Núñez'],
    [' Asha ', ' '],
  ])('accepts the first name %j and the last name %j', (firstName, lastName) => {
    expect(registerInput.parse({ ...person, firstName, lastName })).toMatchObject({
      firstName: firstName.trim(),
      lastName: lastName.trim(),
    });
  });

  test('requires a visible first name; the last name may be empty', () => {
    for (const firstName of ['', '  ', '\u200b\u200d', '\u3164', '\u2800', '\ufe0f']) {
      expect(findProblem({ firstName })).toEqual([['firstName', 'is required']]);
    }
    const { lastName: _, ...single } = person;
    expect(registerInput.parse(single).lastName).toBe('');
  });

  test('rejects an admin’s name of two lines', () => {
    const admin = { username: 'asha\nrao', email: person.email, password: person.password };
    expect(adminRegisterInput.safeParse(admin).error?.issues).toMatchObject([
      { path: ['username'], message: 'must be one line without control characters' },
    ]);
  });

  test('removes pasted invisible characters from an admin’s name', () => {
    const admin = { email: person.email, password: person.password };
    expect(adminRegisterInput.parse({ ...admin, username: 'asha\u200b' }).username).toBe('asha');
    expect(adminLoginInput.parse({ ...admin, username: '\u200easha' }).username).toBe('asha');
  });

  test('cleans names that come from another service', () => {
    expect(toNameText(' Asha\r\nClaim\u202e  now\u0000 ')).toBe('Asha Claim now');
    expect([toNameText('\u3164'), toNameText('\u200b')]).toEqual(['', '']);
  });
});

test.each(['', ' ', '\u200b', '\u00a0\ufeff', '\u3164', '\u0007'])('rejects %j as a required text', (looksEmpty) => {
  expect(requiredText(9).safeParse(looksEmpty).error?.issues).toMatchObject([{ message: 'is required' }]);
});

test('removes invisible characters from pasted text before it is compared, and keeps the joiners of Indic scripts', () => {
  const pasted = '\u202aasha\u200b@example.com\u202c \u200e';
  expect(comparedText(40).parse(pasted)).toBe('asha@example.com');
  expect(comparedText(40).parse('क्\u200dष')).toBe('क्\u200dष');
  expect(z.object(pageInput(10)).parse({ search: pasted }).search).toBe('asha@example.com');
  expect(offerCreateInput.shape.external_offer_id.parse('survey-1\u200b')).toBe('survey-1');
});

describe('a mailed code', () => {
  test.each([
    '560278',
    ' 560 278 ',
    '560-278',
    '560 – 278',
    '5 6 0 2 7 8',
    '५६०२७८',
    '٥٦٠٢٧٨',
    '５６０２７８',
    '560278 is your Inaam code',
    'Fwd: 560278 is your Inaam code (26 Nov 2026)',
    'आपका Inaam कोड ५६०२७८ है',
  ])('is found in %j', (code) => {
    expect(codeInput.parse({ code })).toEqual({ code: '560278' });
  });

  test.each(['', '56027', '5602781', 'abcdef', '26 Nov 2026', '98765 43210'])('is not found in %j', (code) => {
    expect(codeInput.safeParse({ code }).error?.issues[0]?.message).toBe('must be the six digits of the mail');
  });
});

test.each([
  ['१२३ ४५६', '123456'],
  ['123-456', '123456'],
])('reads %j as the code %j of an authenticator app', (typed, code) => {
  expect(readFactorCode(typed)).toBe(code);
});

test.each(['1234-5678-9abc', '12345'])('leaves %j unchanged, which is not a code of an authenticator app', (typed) => {
  expect(readFactorCode(typed)).toBe(typed);
});

test('writes the digits of every script as ASCII', () => {
  for (const zero of [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1d7d8, 0x1fbf0]) {
    const digits = Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)).join('');
    expect(toAsciiDigits(`a${digits}0189`)).toBe('a01234567890189');
  }
});

test('refuses text that PostgreSQL cannot store', () => {
  for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', 'a\u0000']) expect(isStorable(text)).toBe(false);
  for (const text of ['', 'Zoë', '😀', 'ज़ोया\n']) expect(isStorable(text)).toBe(true);
});

test.each([
  ['asha@example.com', 'asha@example.com'],
  ['\u200basha@example.com', 'asha@example.com'],
  ['Asha@Example.com\u200e\u00a0', 'asha@example.com'],
  ['asha\u00ad@example.com', 'asha@example.com'],
  ['mailto:asha@example.com', 'asha@example.com'],
  [' \ufeffasha+win@example.com ', 'asha+win@example.com'],
])('reads the pasted e-mail address %j', (pasted, address) => {
  expect(registerInput.parse({ ...person, email: pasted }).email).toBe(address);
});

test.each(['asha example.com', 'аsha@example.com', 'asha@example', '\u200b', `${'a'.repeat(250)}@example.com`])(
  'refuses the e-mail address %j',
  (address) => {
    expect(findProblem({ email: address })?.map(([field]) => field)).toEqual(['email']);
  },
);
