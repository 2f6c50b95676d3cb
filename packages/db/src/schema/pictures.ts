import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

/** Pictures as served: resized, WebP. Never changed; unused pictures are deleted. */
export const pictures = pgTable(
  'pictures',
  {
    /** The first 32 hex digits of the SHA-256 of the bytes, so that a picture's URL always has the same content. */
    id: text('id').primaryKey(),
    bytes: bytes('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** A tiny version as a `data:` URL, shown while the picture loads. */
    placeholder: text('placeholder').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('pictures_id', sql`${t.id} ~ '^[0-9a-f]{32}$'`)],
);

/** The state of each picture's URL: the fetched picture, or the last error and the time of the last try. */
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
    /** How a code is redeemed; null: screens show the steps for the voucher type. */
    howToUse: text('how_to_use'),
    /** The brand's logo. */
    markId: text('mark_id').references(() => pictures.id),
    /** Incremented by each change, so that a save can detect a change since the brand was read. */
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'brands_pkey', columns: [t.type, t.brand] })],
);
