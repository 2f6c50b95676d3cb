import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { allOf, bothOrNeither, instant, paise, reference, transactionOf } from '../columns.ts';
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
    /** Null when it was withheld. */
    roll: integer('roll'),
    /** Where inside the roll's width the wheel lands: 0 to 999, see the wheel in packages/contracts. */
    landingPart: integer('landing_part'),
    /** The layout of the wheel that it landed on, see the wheel in packages/contracts. */
    wheelLayout: smallint('wheel_layout'),
    /** The text that was mixed into the draw. */
    clientSeed: text('client_seed'),
    /** Where that text is from, see the draw in packages/contracts. */
    share: text('share').$type<'open' | 'committed' | 'lost'>(),
    /** What was won; null after a loss. */
    amountPaise: paise('amount_paise'),
    xid: transactionOf(),
  },
  (t) => [
    index('spins_xid_idx').on(t.xid),
    check('spins_roll', sql`${t.roll} between 0 and 999 and ${t.landingPart} between 0 and 999`),
    check(
      'spins_complete',
      allOf(
        bothOrNeither(t.roll, t.landingPart),
        bothOrNeither(t.roll, t.clientSeed),
        bothOrNeither(t.roll, t.wheelLayout),
        bothOrNeither(t.roll, t.share),
        sql`(${t.roll} is not null or ${t.amountPaise} is null)`,
      ),
    ),
    check('spins_amount', sql`${t.amountPaise} > 0`),
    check('spins_share', sql`${t.share} in ('open', 'committed', 'lost')`),
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
