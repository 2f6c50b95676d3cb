import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { reference } from '../columns.ts';
import { admins } from './identity.ts';

/** How an admin likes the back-office: columns that are hidden, density, the morning mail. What is absent is usual. */
export const adminPreferences = pgTable('admin_preferences', {
  adminId: reference('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** As `preferences` of packages/contracts/src/preferences/preferences.ts. */
  preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default({}),
});
