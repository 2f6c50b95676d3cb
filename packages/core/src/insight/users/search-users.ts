import { users } from '@inaam/db/schema/identity';
import { userSearch } from '@inaam/db/schema/user-search';
import { type Column, like, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../kernel/search.ts';

/** Where the text is looked for, in lower case. */
interface Details {
  email: Column;
  name: Column | SQL;
}

/** The same of a user's own row: for few who are found by something else, whose copies would be looked up besides. */
export const ownDetails: Details = {
  email: users.email,
  name: sql`lower(${users.firstName} || ' ' || ${users.lastName})`,
};

/**
 * A condition on `user_search`, or on other columns of the same: e-mail or full name holds the text, in whatever case.
 * Both sides are in lower case, which is what ILIKE compares, too, and costs a third of it. No address has a space in
 * it, so a full name is not looked for among them.
 */
export function hasNameOrEmail(search: string, { email, name }: Details = userSearch): SQL | undefined {
  const pattern = sql`lower(${containing(search)}::text)`;
  const inName = like(name, pattern);
  return search.includes(' ') ? inName : or(like(email, pattern), inName);
}
