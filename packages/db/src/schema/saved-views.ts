import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
import { admins } from './identity.ts';

/** Filters of an admin list under a name. Each admin has their own; a link shares one. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: primaryId(),
    adminId: reference('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The list's name, as its export has it. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** What the list's address holds after the `?`. */
    search: text('search').notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('saved_views_name_key').on(t.adminId, t.list, sql`lower(${t.name})`),
    uniqueIndex('saved_views_default_key').on(t.adminId, t.list).where(sql`${t.isDefault}`),
    index('saved_views_admin_id_idx').on(t.adminId),
  ],
);
