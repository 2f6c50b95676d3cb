import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';
import { clicks } from './clicks.ts';
import { admins, users } from './identity.ts';
import { offers } from './offers.ts';
import { postbacks } from './postbacks.ts';

/** A user's report of a missing completion. The transaction in which a late postback credits the user closes it. */
export const creditCases = pgTable(
  'credit_cases',
  {
    id: primaryId(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id),
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    /** The user's newest click of the offer. */
    clickId: bigintId('click_id')
      .notNull()
      .references(() => clicks.id),
    message: text('message').notNull(),
    status: text('status').$type<'open' | 'credited' | 'closed'>().notNull().default('open'),
    resolution: text('resolution'),
    openedAt: instant('opened_at').notNull().defaultNow(),
    closedAt: instant('closed_at'),
    closedByAdminId: bigintId('closed_by_admin_id').references(() => admins.id),
    closedByPostbackId: bigintId('closed_by_postback_id').references(() => postbacks.id),
  },
  (t) => [
    // One open case per user and offer.
    uniqueIndex('credit_cases_open_key').on(t.userId, t.offerId).where(sql`${t.status} = 'open'`),
    // The list's order: open cases first, then the newest.
    index('credit_cases_list_idx').on(sql`(${t.status} = 'open')`, t.openedAt, t.id),
    index('credit_cases_status_idx').on(t.status, t.openedAt),
    index('credit_cases_offer_idx').on(t.offerId, t.openedAt),
    check('credit_cases_status', sql`${t.status} in ('open', 'credited', 'closed')`),
    check('credit_cases_closed', sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
  ],
);
