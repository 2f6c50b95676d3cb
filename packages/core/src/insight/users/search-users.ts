import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { containsWords, searchText } from '../../kernel/search.ts';

interface Details {
  email: Column | SQL;
  name: Column | SQL;
}

/** The same texts from a user's own row, where few users are found by something else. */
export const userRowDetails: Details = {
  email: users.email,
  name: searchText(sql`${users.firstName} || ' ' || ${users.lastName}`),
};

/** Matches users whose e-mail or name holds all words of the search. @param details of `user_search` by default */
export const hasNameOrEmail = (search: string, { email, name }: Details = userSearch): SQL =>
  containsWords(search, [email, name]);
