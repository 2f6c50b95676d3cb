import { randomUUID } from 'node:crypto';
import type { Passwords } from '@inaam/core/people/passwords/passwords';
import type { TestApi } from './api.ts';
import { Client } from './client.ts';
import { PASSWORD } from './people.ts';

let lastAddress = 0;
/** An address of a caller's own. */
export const newAddress = (): string => `10.9.${++lastAddress >> 8}.${lastAddress & 255}`;

/** People whose password is PASSWORD. Their hash is made once: hashing is what is dear about them. */
export async function manyUsers(api: TestApi, count: number): Promise<string[]> {
  const passwordHash = await api.services.passwords.hash(PASSWORD);
  const rows = await api.core.database.sql<{ email: string }[]>`
    with made as (
      insert into users (email, first_name, last_name, password_hash)
      select gen_random_uuid() || '@example.invalid', 'Asha', 'Rao', ${passwordHash} from generate_series(1, ${count})
      returning id, email
    ), counted as (insert into user_stats (user_id) select id from made)
    select email from made`;
  return rows.map(({ email }) => email);
}

/** As above, admins, by their names. */
export async function manyAdmins(api: TestApi, count: number): Promise<string[]> {
  const hash = await api.services.passwords.hash(PASSWORD);
  const rows = await api.core.database.sql<{ name: string }[]>`
    insert into admins (username, email, password_hash)
    select 'admin-' || n, n || '@example.invalid', ${hash}
    from (select gen_random_uuid() as n from generate_series(1, ${count})) names
    returning username as name`;
  return rows.map(({ name }) => name);
}

export interface Timings {
  known: number[];
  unknown: number[];
}

const realms = {
  user: { host: 'appHost', path: '/api/login.php', field: 'email', make: manyUsers },
  admin: { host: 'adminHost', path: '/api/admin/login.php', field: 'username', make: manyAdmins },
} as const;

/**
 * Times wrong guesses at accounts that are there and at ones that are not, in turn, so that whatever else the machine
 * does falls upon both.
 * @returns ms of each guess
 */
export async function timeGuesses(api: TestApi, realm: keyof typeof realms, pairs: number): Promise<Timings> {
  const { host, path, field, make } = realms[realm];
  const names = await make(api, pairs);
  const timings: Timings = { known: [], unknown: [] };
  const guess = async (name: string): Promise<number> => {
    const client = new Client(api[host], newAddress());
    const start = performance.now();
    const { status } = await client.post(path, { [field]: name, password: 'a wrong password' });
    const ms = performance.now() - start;
    if (status !== 401) throw new Error(`a wrong guess answered ${status}`);
    return ms;
  };
  const unknownCaller = () => (realm === 'user' ? `${randomUUID()}@example.invalid` : `admin-${randomUUID()}`);
  // The first ones pay for what is made on first use.
  for (let i = 0; i < 5; i++) await guess(unknownCaller());
  for (const [i, name] of names.entries()) {
    if (i % 2 === 0) timings.known.push(await guess(name));
    timings.unknown.push(await guess(unknownCaller()));
    if (i % 2 === 1) timings.known.push(await guess(name));
  }
  return timings;
}

/** What a careless sign-in would do: no account, no comparison. */
export const shortCircuit = (passwords: Passwords): Passwords => ({
  ...passwords,
  verify: async (password, phc) => phc !== null && passwords.verify(password, phc),
});
