import { describe, expect, test } from 'vitest';
import { ACCEPTED, CHECK, prepareConstraints, refusedBy, UNIQUE } from '../testing/constraints.ts';

const { attempt, makeReadyCompletion } = prepareConstraints();

test('accepts one user per lower-case e-mail address, and no user without a way to sign in', async () => {
  const insert = (email: string, hash: string) =>
    attempt(`insert into users (email, first_name, last_name, password_hash) values ('${email}', 'A', 'B', ${hash})`);
  expect((await insert('one@example.com', `'h'`)).code).toBe(ACCEPTED);
  expect(await insert('one@example.com', `'h'`)).toEqual(refusedBy(UNIQUE, 'users_email_key'));
  expect(await insert('One@example.com', `'h'`)).toEqual(refusedBy(CHECK, 'users_email_lower'));
  expect(await insert('two@example.com', 'null')).toEqual(refusedBy(CHECK, 'users_can_sign_in'));
});

describe('the audit log rejects', () => {
  test.each(["update audit_log set actor_name = 'another'", 'delete from audit_log', 'truncate audit_log'])(
    '%s',
    async (statement) => {
      await makeReadyCompletion();
      expect((await attempt(statement)).code).toBe(CHECK);
    },
  );
});
