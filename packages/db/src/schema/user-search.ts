import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { reference } from '../columns.ts';
import { users } from './identity.ts';

/**
 * What users are searched by, kept by a trigger on `users`. It lies beside the user's row, which is wide and changes
 * with every click: a scan of these reads a quarter of the pages, and the trigram index is written only when somebody
 * registers or changes these details.
 */
export const userSearch = pgTable(
  'user_search',
  {
    userId: reference('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** E-mail and full name as `search_text` writes them; the name with a blank before each of its words. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** As they were registered. */
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
