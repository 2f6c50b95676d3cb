import { integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bigintId, bytes, instant, paise } from '../columns.ts';

/** The view of every completion's spin, including waiting ones, always current. */
export const spinStates = pgTable('spin_states', {
  completionId: bigintId('completion_id').notNull(),
  seed: bytes('seed').notNull(),
  commitment: bytes('commitment').notNull(),
  clientSeedHash: bytes('client_seed_hash'),
  odds: jsonb('odds').$type<{ amount: number; permille: number }[]>().notNull(),
  outcome: text('outcome').$type<'waiting' | 'lost' | 'owed' | 'won'>().notNull(),
  spunAt: instant('spun_at'),
  clientSeed: text('client_seed'),
  clientSeedStatus: text('client_seed_status').$type<'open' | 'committed' | 'lost'>(),
  roll: integer('roll'),
  landingPermille: integer('landing_permille'),
  wheelLayout: smallint('wheel_layout'),
  amountPaise: paise('amount_paise'),
});
