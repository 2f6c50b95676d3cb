import { userSearch } from '@inaam/db/schema/user-search';
import { like, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../kernel/search.ts';

/**
 * A condition on `user_search`: e-mail or full name holds the text, in whatever case. Both sides are in lower case,
 * which is what ILIKE compares, too, and costs a third of it. No address has a space in it, so a full name is not
 * looked for among them.
 */
export function hasNameOrEmail(search: string): SQL | undefined {
  const pattern = sql`lower(${containing(search)}::text)`;
  const inName = like(userSearch.name, pattern);
  return search.includes(' ') ? inName : or(like(userSearch.email, pattern), inName);
}
