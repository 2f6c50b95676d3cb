import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { type Column, type SQL, sql } from 'drizzle-orm';
import { containsWords, searchText } from '../../kernel/search.ts';

interface Details {
  email: Column | SQL;
  name: Column | SQL;
}

/** The texts of `user_search` from the table `users`, for queries that find few users by another condition. */
export const userRowDetails: Details = {
  email: users.email,
  name: searchText(sql`${users.firstName} || ' ' || ${users.lastName}`),
};

/** Matches users by words in email or name. @param details defaults to `user_search` */
export const hasNameOrEmail = (search: string, { email, name }: Details = userSearch): SQL =>
  containsWords(search, [email, name]);
