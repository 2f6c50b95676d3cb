import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateSeed } from '../spins/seed.ts';

const BATCH = 100;

/**
 * Completes the milestones that users have reached, and creates the seed of each milestone's draw. The consumer
 * `milestones` of the change feed finds these milestones. Safe in several processes at once.
 */
export async function completeMilestones({
  kernel,
  secrets,
}: {
  kernel: Pick<Kernel, 'read' | 'runIdempotent'>;
  secrets: SecretBox;
}): Promise<void> {
  for (;;) {
    const due = await kernel.read(
      (_, sql) => sql<{ user_id: number; offer_id: number }[]>`
        select user_id, offer_id from due_milestones order by user_id, offer_id limit ${BATCH}`,
    );
    if (due.length === 0) return;
    const seeds = due.map(() => generateSeed(secrets).toString('hex'));
    await kernel.runIdempotent(
      (sql) => sql`
        select complete_milestones(${due.map(({ user_id }) => user_id)}::bigint[],
          ${due.map(({ offer_id }) => offer_id)}::bigint[],
          array(select decode(s, 'hex') from unnest(${seeds}::text[]) with ordinality a (s, n) order by n))`,
    );
  }
}
