import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  clientShareKind,
  instant,
  paise,
  positivePaise,
  reference,
  rollNumber,
  transactionIdColumn,
} from '../columns.ts';
import { completions } from './completions.ts';

/**
 * How the spin of a completion ended: with a roll, or withheld because the completion was reversed first. The primary
 * key is why a completion cannot be spun twice, and why a spin and a reversal at once end in one order or the other:
 * the first to commit decides. No row: it waits for its spin. Inserted and not changed.
 */
export const spins = pgTable(
  'spins',
  {
    completionId: reference('completion_id')
      .primaryKey()
      .references(() => completions.id),
    spunAt: instant('spun_at').notNull().defaultNow(),
    /** Null when it was withheld. Then the wheel's layout and the part are 0, and the text is empty. */
    roll: rollNumber('roll'),
    /** Where inside the roll's width the wheel lands, see the wheel in packages/contracts. */
    landingPart: rollNumber('landing_part').notNull(),
    /** The layout of the wheel that it landed on, from 1, see the wheel in packages/contracts. */
    wheelLayout: smallint('wheel_layout').notNull(),
    /** The text that was mixed into the draw. */
    clientSeed: text('client_seed').notNull(),
    /** Where that text is from; 'open' when it was withheld. */
    share: clientShareKind('share').notNull(),
    /** What was won; null after a loss. */
    amountPaise: positivePaise('amount_paise'),
    xid: transactionIdColumn(),
  },
  (t) => [
    index('spins_xid_idx').on(t.xid),
    // An amount is never 0: so without a roll there is neither an amount nor a wheel, and with one there is a wheel.
    // One short check: each is parsed and planned with every insert.
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
 * Wins that wait for stock of their amount, numbered in the order in which they are filled. The row goes when the
 * voucher comes.
 */
export const owedWins = pgTable(
  'owed_wins',
  {
    completionId: reference('completion_id')
      .primaryKey()
      .references(() => spins.completionId),
    amountPaise: paise('amount_paise').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    owedSince: instant('owed_since').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('owed_wins_order_key').on(t.amountPaise, t.number)],
);
