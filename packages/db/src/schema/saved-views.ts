import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';
import { admins } from './identity.ts';

/** Named filters of a list in the back-office. Each admin has their own views, and can share a view by its link. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: primaryId(),
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The list's name, as in its export. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** The query string of the list's URL. */
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
