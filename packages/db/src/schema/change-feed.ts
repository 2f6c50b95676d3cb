import { customType, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/**
 * How far each feed consumer has read: all transactions below `xid` are consumed, none from there on. The row is locked
 * by each step, so one process at a time advances a consumer.
 */
export const changeFeedConsumers = pgTable('change_feed_consumers', {
  name: text('name').primaryKey(),
  xid: xid8('xid').notNull(),
  advancedAt: instant('advanced_at').notNull().defaultNow(),
});
