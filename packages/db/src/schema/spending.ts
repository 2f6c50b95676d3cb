import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigintId, instant, paise } from '../columns.ts';
import { offers } from './offers.ts';

/**
 * Paused parts of the product. A pause ends at `until`, or when its row is deleted. Processes read the pauses twice a
 * second.
 */
export const pauses = pgTable(
  'pauses',
  {
    part: text('part').$type<'spins' | 'starts' | 'sign_ups'>().primaryKey(),
    since: instant('since').notNull().defaultNow(),
    /** Null: until an owner ends the pause. */
    until: instant('until'),
    note: text('note'),
  },
  (t) => [check('pauses_part', sql`${t.part} in ('spins', 'starts', 'sign_ups')`)],
);

/** The most that spins may cost in a clock hour or a day, both in Indian time. */
export const spendCeilings = pgTable(
  'spend_ceilings',
  {
    /** 0: all offers together. */
    offerId: bigintId('offer_id').notNull(),
    period: text('period').$type<'hour' | 'day'>().notNull(),
    paise: paise('paise').notNull(),
    /** Until this time an owner allows spins although the ceiling is reached. */
    liftedUntil: instant('lifted_until'),
  },
  (t) => [
    primaryKey({ name: 'spend_ceilings_pkey', columns: [t.offerId, t.period] }),
    check('spend_ceilings_period', sql`${t.period} in ('hour', 'day')`),
    check('spend_ceilings_paise', sql`${t.paise} > 0`),
  ],
);

/**
 * The cost of an offer's spins in a clock hour in Indian time. The change feed's consumer `spend` adds spins about a
 * second later, so no spin writes or locks a counter. `spend_since` adds the spins that the consumer has not read yet:
 * see functions/spending.sql.
 */
export const spendHours = pgTable(
  'spend_hours',
  {
    hour: instant('hour').notNull(),
    offerId: bigintId('offer_id')
      .notNull()
      .references(() => offers.id),
    spins: integer('spins').notNull().default(0),
    /** What the spins cost on average by their odds. */
    expectedPaise: paise('expected_paise').notNull().default(0),
    /** What the prizes cost. */
    wonPaise: paise('won_paise').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'spend_hours_pkey', columns: [t.hour, t.offerId] })],
);
