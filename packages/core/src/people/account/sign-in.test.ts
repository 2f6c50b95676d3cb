import { randomUUID } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKernel } from '../../kernel/kernel.ts';
import type { Services } from '../../services.ts';
import { adminSignIn } from '../factors/admin-sign-in.ts';
import { createPasswords, type Passwords } from '../passwords/passwords.ts';
import { createSignInLimiter } from '../passwords/sign-in-limiter.ts';
import { signIn } from './sign-in.ts';
import { register, signUp } from './sign-up.ts';

let core: TestCore;
/** Password comparisons so far. */
let hashes = 0;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const password = 'correct horse battery';
const person = (email = `${randomUUID()}@example.com`) => ({ firstName: 'A', lastName: 'B', email, password });

let lastHost = 0;
/** Returns a caller with an IP address that no other caller has. */
const newCaller = () => ({ ip: `10.0.${++lastHost >> 8}.${lastHost & 255}`, userAgent: 'test' });

/** Wraps the real service to count its comparisons. */
const countHashes = (passwords: Passwords): Passwords => ({
  ...passwords,
  verify: (given, phc) => {
    hashes++;
    return passwords.verify(given, phc);
  },
});

const services = (more: Partial<Services> = {}): Services => ({ ...core.services, ...more });

describe('sign-up', () => {
  test('accepts an email address once, ignoring case', async () => {
    const email = `${randomUUID()}@example.com`;
    const first = await signUp(core.services, newCaller(), person(email));
    expect(first.answer.user).toMatchObject({ email, firstName: 'A' });
    // Input validation converts email addresses to lower case. Without it, the table itself refuses another case.
    await expect(signUp(core.services, newCaller(), person(email))).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
      field: 'email',
    });
    await expect(signUp(core.services, newCaller(), person(email.toUpperCase()))).rejects.toThrow();
    expect(await core.database.sql`select 1 from users where lower(email) = ${email}`).toHaveLength(1);
  });

  test('requires confirmation by mail if configured, but not if a service key signs the user up', async () => {
    const { accounts, mail } = core.services;
    const byMail = services({
      accounts: { ...accounts, signUpByMail: true },
      mail: { ...mail, mailer: { ...mail.mailer, isOn: true } },
    });
    expect(await register(byMail, newCaller(), person(), false)).toEqual({
      answer: { message: 'Check your email to continue' },
      cookie: undefined,
    });
    const signedIn = { answer: { user: { firstName: 'A' } }, cookie: expect.anything() };
    expect(await register(byMail, newCaller(), person(), true)).toMatchObject(signedIn);
    expect(await register(core.services, newCaller(), person(), false)).toMatchObject(signedIn);
  });

  test('creates and counts one account for ten concurrent sign-ups with one email address', async () => {
    const email = `${randomUUID()}@example.com`;
    const caller = newCaller();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        signUp(core.services, caller, { ...person(email), deviceFingerprint: email.slice(0, 30) }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await core.database.sql`
      select (select registration_count from ip_addresses where address = ${caller.ip}) as address,
        (select registration_count from devices where fingerprint = ${email.slice(0, 30)}) as device,
        (select count(*) from user_stats s join users u on u.id = s.user_id where u.email = ${email}) as counters`;
    expect(row).toEqual({ address: 1, device: 1, counters: 1 });
  });

  test.each(['password', 'PASSWORD1', 'qwertyuiop', 'iloveyou'])('refuses the common password %s', async (common) => {
    await expect(signUp(core.services, newCaller(), { ...person(), password: common })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      field: 'password',
    });
  });

  test('counts each sign-up for its IP address and device', async () => {
    const caller = newCaller();
    const device = randomUUID();
    for (let i = 0; i < 3; i++) await signUp(core.services, caller, { ...person(), deviceFingerprint: device });
    await signUp(core.services, caller, person());
    const [row] = await core.database.sql`
      select a.registration_count as address, d.registration_count as device,
        d.first_registration < d.last_registration as dated
      from ip_addresses a, devices d where a.address = ${caller.ip} and d.fingerprint = ${device}`;
    expect(row).toEqual({ address: 4, device: 3, dated: true });
  });
});

/** One password in the two Unicode forms that keyboards send. */
const COMPOSED = 'p\u00e4ssw\u00f6rd of Zo\u00eb';
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('a sign-up whose session fails', () => {
  test('creates no account, so that the next try succeeds', async () => {
    const input = person();
    const { userSessions } = core.services;
    const failing = services({
      userSessions: {
        ...userSessions,
        async create(...details) {
          await userSessions.create(...details);
          throw new DomainError('UNAVAILABLE');
        },
      },
    });
    await expect(signUp(failing, newCaller(), input)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await core.database.sql`select 1 from users where email = ${input.email}`).toHaveLength(0);
    const { answer } = await signUp(core.services, newCaller(), input);
    expect(await core.database.sql`select 1 from user_sessions where id = ${answer.sessionId}`).toHaveLength(1);
  });
});

describe('a password with accents', () => {
  test.each([
    ['composed', COMPOSED, DECOMPOSED],
    ['decomposed', DECOMPOSED, COMPOSED],
  ])('chosen in %s form is accepted in either form', async (_, chosen, other) => {
    const { email } = (await signUp(core.services, newCaller(), { ...person(), password: chosen })).answer.user;
    for (const typed of [chosen, other]) {
      expect((await signIn(core.services, newCaller(), { email, password: typed })).answer.user.email).toBe(email);
    }
    const wrong = signIn(core.services, newCaller(), { email, password: COMPOSED.replace('\u00e4', 'a') });
    await expect(wrong).rejects.toMatchObject({ code: 'WRONG_EMAIL_OR_PASSWORD' });
  });

  test('that was hashed without normalization in the past is accepted in either form', async () => {
    const { email } = (await signUp(core.services, newCaller(), person())).answer.user;
    const decomposedHash = await argon2.hash(DECOMPOSED, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await core.database.sql`update users set password_hash = ${decomposedHash} where email = ${email}`;
    for (const typed of [DECOMPOSED, COMPOSED]) {
      expect((await signIn(core.services, newCaller(), { email, password: typed })).answer.user.email).toBe(email);
    }
  });
});

describe('sign-in', () => {
  test('answers alike, after one comparison, for a wrong password, no stored password and no account', async () => {
    const known = person();
    await signUp(core.services, newCaller(), known);
    const provider = `${randomUUID()}@example.com`;
    await core.database.sql`
      insert into users (email, first_name, last_name, provider_uid) values (${provider}, 'A', 'B', ${provider})`;
    const before = hashes;
    const wrong = { code: 'WRONG_EMAIL_OR_PASSWORD', message: 'Invalid email or password' };
    const all = services({ passwords: countHashes(core.services.passwords) });
    for (const email of [known.email, provider, `${randomUUID()}@example.com`]) {
      await expect(signIn(all, newCaller(), { email, password: 'a wrong password' })).rejects.toMatchObject(wrong);
    }
    expect(hashes - before).toBe(3);
    await expect(signIn(all, newCaller(), { email: known.email, password: ` ${password}` })).rejects.toMatchObject(
      wrong,
    );
    expect((await signIn(all, newCaller(), known)).answer.user.email).toBe(known.email);
  });

  test('compares at most 10 of 200 concurrent guesses at a password, and tells the others when to retry', async () => {
    const known = person();
    await signUp(core.services, newCaller(), known);
    const before = hashes;
    // Two sets of services act as two processes on one database.
    const processes = [1, 2].map(() =>
      services({ passwords: countHashes(core.services.passwords), signInLimiter: createSignInLimiter(core.kernel) }),
    );
    const tries = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        signIn(processes[i % 2] ?? core.services, newCaller(), { email: known.email, password: `guess ${i}` }),
      ),
    );
    expect(hashes - before).toBeLessThanOrEqual(10);
    expect(hashes - before).toBeGreaterThan(0);
    const reasons = tries.map((each) => (each.status === 'rejected' ? each.reason : undefined));
    expect(reasons.filter((reason) => reason?.code === 'TOO_MANY_REQUESTS')).toHaveLength(200 - (hashes - before));
    const refused = reasons.find((reason) => reason?.code === 'TOO_MANY_REQUESTS');
    expect(refused.retryAfterSeconds).toBeGreaterThan(800);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(900);
    // Even the right password is refused, from any IP address.
    await expect(signIn(core.services, newCaller(), known)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('lets a known browser sign in while strangers guess the password', async () => {
    const known = { ...person(), deviceFingerprint: randomUUID() };
    const browser = randomUUID();
    await signUp(core.services, { ...newCaller(), browser }, known);
    for (let i = 0; i < 10; i++) {
      await signIn(core.services, newCaller(), { email: known.email, password: `guess ${i}` }).catch(() => {});
    }
    // Unknown browsers are refused, whatever fingerprint they send.
    for (const stranger of [undefined, randomUUID()]) {
      await expect(signIn(core.services, { ...newCaller(), browser: stranger }, known)).rejects.toMatchObject({
        code: 'TOO_MANY_REQUESTS',
      });
    }
    const owner = { ...newCaller(), browser };
    expect((await signIn(core.services, owner, known)).answer.user.email).toBe(known.email);
  });

  test('does not count right passwords, so that 30 sign-ins in a row are not limited', async () => {
    const known = person();
    await signUp(core.services, newCaller(), known);
    for (let i = 0; i < 9; i++) {
      await expect(signIn(core.services, newCaller(), { ...known, password: 'wrong' })).rejects.toMatchObject({
        code: 'WRONG_EMAIL_OR_PASSWORD',
      });
    }
    const fastServices = services({
      passwords: { ...core.services.passwords, verify: (given) => Promise.resolve(given === password) },
    });
    for (let i = 0; i < 30; i++) await signIn(fastServices, newCaller(), known);
    await expect(signIn(fastServices, newCaller(), { ...known, password: 'wrong' })).rejects.toMatchObject({
      code: 'WRONG_EMAIL_OR_PASSWORD',
    });
    await expect(signIn(fastServices, newCaller(), known)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('limits an IP address after 300 wrong guesses at any accounts, but does not count sign-ins', async () => {
    const caller = newCaller();
    const known = person();
    await signUp(core.services, newCaller(), known);
    const fastServices = services({
      passwords: { ...core.services.passwords, verify: (given) => Promise.resolve(given === password) },
    });
    for (let i = 0; i < 20; i++) await signIn(fastServices, caller, known);
    const guess = (i: number) => signIn(fastServices, caller, { email: `nobody-${i}@example.com`, password: 'guess' });
    for (let i = 0; i < 300; i += 20) {
      const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, k) => guess(i + k)));
      for (const each of tries) {
        expect(each).toMatchObject({ status: 'rejected', reason: { code: 'WRONG_EMAIL_OR_PASSWORD' } });
      }
    }
    await expect(guess(300)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(signIn(fastServices, caller, known)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await signIn(fastServices, newCaller(), known);
  });

  test('limits wrong passwords for an admin’s username, ignoring its case', async () => {
    const username = `Admin-${randomUUID()}`;
    const hash = await core.services.passwords.hash(password);
    await core.database.sql`
      insert into admins (username, email, password_hash)
        values (${username}, ${`${randomUUID()}@example.com`}, ${hash})`;
    await adminSignIn(core.services, newCaller(), { username: username.toUpperCase(), password });
    for (let i = 0; i < 10; i++) {
      const name = i % 2 === 0 ? username : username.toLowerCase();
      await expect(
        adminSignIn(core.services, newCaller(), { username: name, password: 'wrong' }),
      ).rejects.toMatchObject({
        code: 'WRONG_USERNAME_OR_PASSWORD',
      });
    }
    await expect(adminSignIn(core.services, newCaller(), { username, password })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  test('answers 503 without comparing passwords if the table of rate limits is locked', async () => {
    const before = hashes;
    const kernel = createKernel(core.database, { deadline: 400 });
    const stuckServices = services({
      passwords: countHashes(core.services.passwords),
      signInLimiter: createSignInLimiter(kernel),
    });
    await core.database.sql.begin(async (tx) => {
      await tx`lock table rate_limits in access exclusive mode`;
      await expect(signIn(stuckServices, newCaller(), person())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
    expect(hashes).toBe(before);
  });

  test('stores rate limits without the typed email address', async () => {
    const email = `${randomUUID()}@example.com`;
    await signIn(core.services, newCaller(), { email, password: 'guess' }).catch(() => {});
    expect(await core.database.sql`select 1 from rate_limits where key like ${`%${email}%`}`).toHaveLength(0);
  });
});

describe('passwords', () => {
  test('compares passwords in the order of the calls', async () => {
    const passwords = await createPasswords({ concurrency: 1, maxWaitMs: 60_000 });
    const done: number[] = [];
    await Promise.all(Array.from({ length: 8 }, (_, i) => passwords.verify('x', null).then(() => done.push(i))));
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('refuses calls that would wait too long, and frees the slots', async () => {
    const passwords = await createPasswords({ concurrency: 2, maxWaitMs: 0 });
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.verify('x', null)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const each of tries.slice(2)) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } });
    }
    expect(await passwords.verify('x', null)).toBe(false);
  });

  test('hashes with salted argon2id, and frees the slot after a failure', async () => {
    const passwords = await createPasswords({ concurrency: 1 });
    const [one, two] = [await passwords.hash(password), await passwords.hash(password)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    await expect(passwords.verify(password, 'not a hash')).rejects.toThrow();
    expect(await passwords.verify(password, one)).toBe(true);
    expect(await passwords.verify(`${password} `, one)).toBe(false);
  });
});
