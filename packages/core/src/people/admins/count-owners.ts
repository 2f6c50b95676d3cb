import type { Kernel } from '../../kernel/kernel.ts';

/** Counts owners who can sign in. */
export async function countOwners(kernel: Pick<Kernel, 'read'>): Promise<number> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ owners: number }[]>`
      select count(*)::int as owners from admins where role = 'owner' and deactivated_at is null`,
  );
  return row?.owners ?? 0;
}
