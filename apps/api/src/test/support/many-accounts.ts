import type { TestApi } from './api.ts';
import { PASSWORD } from './people.ts';

let lastAddress = 0;
/** A unique IP address. */
export const newAddress = (): string => `10.9.${++lastAddress >> 8}.${lastAddress & 255}`;

/** Inserts users with PASSWORD, hashed once because hashing is slow. Returns their e-mail addresses. */
export async function makeUsers(api: TestApi, count: number): Promise<string[]> {
  const passwordHash = await api.services.passwords.hash(PASSWORD);
  const rows = await api.core.database.sql<{ email: string }[]>`
    with inserted as (
      insert into users (email, first_name, last_name, password_hash)
      select gen_random_uuid() || '@example.invalid', 'Asha', 'Rao', ${passwordHash} from generate_series(1, ${count})
      returning id, email
    ), counted as (insert into user_stats (user_id) select id from inserted)
    select email from inserted`;
  return rows.map(({ email }) => email);
}

/** Inserts admins with PASSWORD. Returns their usernames. */
export async function makeAdmins(api: TestApi, count: number): Promise<string[]> {
  const hash = await api.services.passwords.hash(PASSWORD);
  const rows = await api.core.database.sql<{ name: string }[]>`
    insert into admins (username, email, password_hash)
    select 'admin-' || n, n || '@example.invalid', ${hash}
    from (select gen_random_uuid() as n from generate_series(1, ${count})) names
    returning username as name`;
  return rows.map(({ name }) => name);
}
