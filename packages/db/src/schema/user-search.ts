import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bigintId } from '../columns.ts';
import { users } from './identity.ts';

/**
 * Search copy of users, updated by a trigger on `users`. The rows of `users` are wide, so a scan of the copy reads a
 * quarter of the pages. The copy's trigram index is written only when these details change.
 */
export const userSearch = pgTable(
  'user_search',
  {
    userId: bigintId('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** E-mail and full name as normalised by `search_text`; the name has a blank before each word. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** The IP address and the device of the registration. */
    ip: text('ip'),
    device: text('device'),
  },
  (t) => [
    index('user_search_trigrams').using(
      'gin',
      t.email.op('gin_trgm_ops'),
      t.name.op('gin_trgm_ops'),
      t.ip.op('gin_trgm_ops'),
      t.device.op('gin_trgm_ops'),
    ),
  ],
);
