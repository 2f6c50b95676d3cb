import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

/** Pictures as they are served: sized, WebP. Never changed; one that nothing shows any more is deleted. */
export const pictures = pgTable(
  'pictures',
  {
    /** The first 32 hex digits of the SHA-256 of its bytes: its address names its content. */
    id: text('id').primaryKey(),
    bytes: bytes('bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The picture at a few dots, as an address (`data:`): what stands in its place until it has come. */
    placeholder: text('placeholder').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [check('pictures_id', sql`${t.id} ~ '^[0-9a-f]{32}$'`)],
);

/** What became of the address of a picture: fetched once, or what was wrong with it and when it was tried last. */
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

/** What admins keep of a brand of vouchers: where its codes are used, and its mark. */
export const brands = pgTable(
  'brands',
  {
    type: text('type').notNull(),
    brand: text('brand').notNull(),
    /** Where one uses a code: the brand's own page. */
    useUrl: text('use_url'),
    markId: text('mark_id').references(() => pictures.id),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'brands_pkey', columns: [t.type, t.brand] })],
);
