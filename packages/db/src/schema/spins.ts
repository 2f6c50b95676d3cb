import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bigintId,
  clientSeedStatus,
  instant,
  paise,
  positivePaise,
  rollNumber,
  transactionIdColumn,
} from '../columns.ts';
import { completions } from './completions.ts';

/**
 * The result of a completion's spin: a roll, or withheld because of an earlier reversal. The primary key prevents a
 * second spin, and orders a concurrent spin and reversal: the first commit wins. A completion without a row waits for
 * its spin. Rows are inserted and not changed.
 */
export const spins = pgTable(
  'spins',
  {
    completionId: bigintId('completion_id')
      .primaryKey()
      .references(() => completions.id),
    spunAt: instant('spun_at').notNull().defaultNow(),
    /** Null if withheld: then `landingPermille` and `wheelLayout` are 0 and `clientSeed` is empty. */
    roll: rollNumber('roll'),
    /** Where the wheel lands within the roll's part of a wedge, in thousandths of it: see `computeLandingAngle`. */
    landingPermille: rollNumber('landing_permille').notNull(),
    /** The number of the wheel's layout, from 1: see `WHEEL_LAYOUT` in packages/contracts. */
    wheelLayout: smallint('wheel_layout').notNull(),
    /** The client text mixed into the draw. */
    clientSeed: text('client_seed').notNull(),
    /** What `clientSeed` is: see `share` in packages/contracts; 'open' if the spin was withheld. */
    clientSeedStatus: clientSeedStatus('client_seed_status').notNull(),
    /** The prize; null after a loss, and if withheld. */
    amountPaise: positivePaise('amount_paise'),
    xid: transactionIdColumn(),
  },
  (t) => [
    index('spins_xid_idx').on(t.xid),
    // With a roll, the wheel layout is above 0. Without a roll, the layout is 0 and the amount null, because an amount
    // is never 0. One short check, because PostgreSQL parses and plans each check with every insert.
    check(
      'spins_complete',
      sql.join(
        [
          sql`case when ${t.roll} is null then coalesce(${t.amountPaise}, ${t.wheelLayout}) = 0`,
          sql`else ${t.wheelLayout} > 0 end`,
        ],
        sql` `,
      ),
    ),
  ],
);

/**
 * Wins whose amount is out of stock, numbered in the order in which they get vouchers. A row is deleted when its win
 * gets a voucher.
 */
export const owedWins = pgTable(
  'owed_wins',
  {
    completionId: bigintId('completion_id')
      .primaryKey()
      .references(() => spins.completionId),
    amountPaise: paise('amount_paise').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    owedSince: instant('owed_since').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('owed_wins_order_key').on(t.amountPaise, t.number)],
);
