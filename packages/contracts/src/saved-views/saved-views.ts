import { z } from 'zod';
import { id, requiredText, text } from '../common/text.ts';

/** Named filters of an admin list. Each admin has their own views and can share a view as a link. */

/** Maximum number of an admin's saved views of one list. */
export const MAX_VIEWS = 50;

const list = z.string().regex(/^[a-z-]{1,40}$/, 'must be the name of a list');
export const savedViewsInput = z.object({ list });
/** A new view replaces a view with the same name. `search` is the query string of the list's URL. */
export const saveViewInput = z.object({
  list,
  name: requiredText(60),
  search: text(2000),
  is_default: z.boolean().default(false),
});
export type SaveViewInput = z.output<typeof saveViewInput>;
export const viewIdInput = z.object({ view_id: id });
export const defaultViewInput = z.object({ view_id: id, is_default: z.boolean() });

export const savedView = z.object({
  view_id: z.number(),
  name: z.string(),
  search: z.string(),
  is_default: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;
export const savedViews = z.object({ views: z.array(savedView) });
export type SavedViews = z.infer<typeof savedViews>;
