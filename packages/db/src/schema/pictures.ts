import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

/** Pictures as served: resized, WebP. Never changed; unused ones are deleted. */
export const pictures = pgTable(
  'pictures',
  {
    /** The first 32 hex digits of the SHA-256 of its bytes: the address names the content. */
    id: text('id').primaryKey(),
    bytes: bytes('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** A tiny version as a `data:` address, shown while the picture loads. */
    placeholder: text('placeholder').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('pictures_id', sql`${t.id} ~ '^[0-9a-f]{32}$'`)],
);

/** The state of a picture's address: fetched, or the last error and try. */
export const pictureFetches = pgTable(
  'picture_fetches',
  {
    url: text('url').primaryKey(),
    pictureId: text('picture_id').references(() => pictures.id),
    problem: text('problem'),
    tries: integer('tries').notNull().default(0),
    lastTriedAt: instant('last_tried_at').notNull().defaultNow(),
  },
  (t) => [check('picture_fetches_one', sql`${t.pictureId} is null or ${t.problem} is null`)],
);

/** A voucher brand's redemption page and logo, set by admins. */
export const brands = pgTable(
  'brands',
  {
    type: text('type').notNull(),
    brand: text('brand').notNull(),
    /** The brand's redemption page. */
    useUrl: text('use_url'),
    /** How a code is redeemed; null: the steps of its type. */
    howToUse: text('how_to_use'),
    markId: text('mark_id').references(() => pictures.id),
    /** Grows with each change: a save may name the version that was read. */
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'brands_pkey', columns: [t.type, t.brand] })],
);
