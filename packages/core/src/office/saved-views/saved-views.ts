import { DomainError } from '@inaam/contracts/common/errors';
import {
  MAX_VIEWS,
  type SavedView,
  type SavedViews,
  type SaveViewInput,
} from '@inaam/contracts/saved-views/saved-views';
import type { Tx } from '@inaam/db/client';
import { admins } from '@inaam/db/schema/identity';
import { savedViews } from '@inaam/db/schema/saved-views';
import { and, count, eq, sql } from 'drizzle-orm';
import type { AdminActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { byName } from '../../kernel/search.ts';

const toView = (row: typeof savedViews.$inferSelect): SavedView => ({
  view_id: row.id,
  name: row.name,
  search: row.search,
  is_default: row.isDefault,
});

const isInList = (adminId: number, list: string) => and(eq(savedViews.adminId, adminId), eq(savedViews.list, list));

/** Lists an admin's views of a list, sorted by name. */
export async function listViews(kernel: Kernel, adminId: number, list: string): Promise<SavedViews> {
  const rows = await kernel.read((db) =>
    db.select().from(savedViews).where(isInList(adminId, list)).orderBy(byName(savedViews.name)),
  );
  return { views: rows.map(toView) };
}

/** Makes changes of one admin wait for each other, so that two tabs cannot create two defaults or exceed the limit. */
const lockViews = (tx: Tx, adminId: number) =>
  tx.select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('no key update');

const dropDefault = (tx: Tx, adminId: number, list: string) =>
  tx
    .update(savedViews)
    .set({ isDefault: false })
    .where(and(isInList(adminId, list), eq(savedViews.isDefault, true)));

/**
 * Saves filters under a name. Replaces a view of the same name, ignoring case.
 * @throws DomainError TOO_MANY_VIEWS
 */
export function saveView(
  { kernel, actor }: CommandContext<object, AdminActor>,
  input: SaveViewInput,
): Promise<SavedView> {
  return kernel.write((tx) => save(tx, actor.id, input));
}

async function save(tx: Tx, adminId: number, input: SaveViewInput): Promise<SavedView> {
  const { list, name, search, is_default: isDefault } = input;
  await lockViews(tx, adminId);
  if (isDefault) await dropDefault(tx, adminId, list);
  const [replaced] = await tx
    .update(savedViews)
    .set({ name, search, isDefault })
    .where(and(isInList(adminId, list), eq(sql`lower(${savedViews.name})`, sql`lower(${name})`)))
    .returning();
  if (replaced) return toView(replaced);
  const [existing] = await tx.select({ views: count() }).from(savedViews).where(isInList(adminId, list));
  if ((existing?.views ?? 0) >= MAX_VIEWS) throw new DomainError('TOO_MANY_VIEWS');
  return toView(oneRow(await tx.insert(savedViews).values({ adminId, list, name, search, isDefault }).returning()));
}

const isOwnView = (adminId: number, viewId: number) => and(eq(savedViews.id, viewId), eq(savedViews.adminId, adminId));

/**
 * Makes a view the default of its list, or clears the default. The list opens with its default view, if it has one.
 * @throws DomainError VIEW_NOT_FOUND, also for another admin's view
 */
export async function setDefaultView(
  { kernel, actor: { id: adminId } }: CommandContext<object, AdminActor>,
  { view_id: viewId, is_default: isDefault }: { view_id: number; is_default: boolean },
): Promise<void> {
  await kernel.write(async (tx) => {
    await lockViews(tx, adminId);
    const [view] = await tx.select().from(savedViews).where(isOwnView(adminId, viewId));
    if (!view) throw new DomainError('VIEW_NOT_FOUND');
    if (isDefault) await dropDefault(tx, adminId, view.list);
    await tx.update(savedViews).set({ isDefault }).where(isOwnView(adminId, viewId));
  });
}

/** @throws DomainError VIEW_NOT_FOUND, also for another admin's view */
export async function deleteView({ kernel, actor }: CommandContext<object, AdminActor>, viewId: number): Promise<void> {
  const deleted = await kernel.write((tx) =>
    tx.delete(savedViews).where(isOwnView(actor.id, viewId)).returning({ id: savedViews.id }),
  );
  if (deleted.length === 0) throw new DomainError('VIEW_NOT_FOUND');
}
