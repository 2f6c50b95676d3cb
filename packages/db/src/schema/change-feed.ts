import { customType, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/**
 * How far each consumer of the feed has read: it has folded the facts of all transactions before `xid`, and of none
 * from there on. The row is locked while it folds, so that one process at a time does.
 */
export const changeFeedConsumers = pgTable('change_feed_consumers', {
  name: text('name').primaryKey(),
  xid: xid8('xid').notNull(),
  advancedAt: instant('advanced_at').notNull().defaultNow(),
});
