import { sql } from 'drizzle-orm';
import { check, customType, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { allOf, bothOrNeither, instant, paise, reference } from '../columns.ts';
import { completions } from './completions.ts';

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * One row for each completion, made with it: the seed that is committed to, the odds that were promised, and, once
 * spun, the draw. The primary key is why a completion cannot be spun twice. A trigger keeps a draw as it was.
 */
export const spins = pgTable(
  'spins',
  {
    completionId: reference('completion_id')
      .primaryKey()
      .references(() => completions.id),
    /** 32 random bytes, secret until the spin. */
    seed: bytes('seed').notNull(),
    odds: jsonb('odds').$type<{ amount: number; tenths: number }[]>().notNull(),
    outcome: text('outcome').notNull().default('waiting'),
    spunAt: instant('spun_at'),
    clientSeed: text('client_seed'),
    roll: integer('roll'),
    /** Where inside the roll's width the wheel lands: 0 to 999, see the wheel in packages/contracts. */
    landingPart: integer('landing_part'),
    /** What was won; null after a loss. */
    amountPaise: paise('amount_paise'),
  },
  (t) => [
    // Owed wins of an amount, oldest first: filled as stock arrives.
    index('spins_owed_idx').on(t.amountPaise, t.spunAt, t.completionId).where(sql`${t.outcome} = 'owed'`),
    check('spins_seed', sql`length(${t.seed}) = 32`),
    check('spins_odds', sql`odds_valid(${t.odds})`),
    check('spins_outcome', sql`${t.outcome} in ('waiting', 'lost', 'owed', 'won')`),
    check('spins_roll', sql`${t.roll} between 0 and 999 and ${t.landingPart} between 0 and 999`),
    check(
      'spins_complete',
      allOf(
        sql`(${t.outcome} = 'waiting') = (${t.spunAt} is null)`,
        bothOrNeither(t.spunAt, t.roll),
        bothOrNeither(t.roll, t.landingPart),
        bothOrNeither(t.roll, t.clientSeed),
      ),
    ),
    // What was won is what the roll wins under the odds that were promised.
    check('spins_amount', sql`${t.amountPaise} is not distinct from reward_paise_at(${t.odds}, ${t.roll})`),
    check('spins_amount_outcome', sql`(${t.outcome} in ('owed', 'won')) = (${t.amountPaise} is not null)`),
  ],
);
