import { jsonb, pgTable } from 'drizzle-orm/pg-core';
import { bigintId } from '../columns.ts';
import { admins } from './identity.ts';

/** An admin's preferences: hidden columns, row density, daily mail and others. A missing preference has its default. */
export const adminPreferences = pgTable('admin_preferences', {
  adminId: bigintId('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** As `preferences` of packages/contracts/src/preferences/preferences.ts. */
  preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default({}),
});
