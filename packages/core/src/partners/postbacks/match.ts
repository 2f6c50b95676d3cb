import { DomainError } from '@inaam/contracts/common/errors';
import type { Difference, MatchInput } from '@inaam/contracts/postbacks/replay';
import { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { eq, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { judgeStored } from './replay.ts';

/**
 * An admin says which click a parked postback is of: from then on it counts for that click. The click is recorded
 * first, then the postback is judged in a move of its own: where that fails, the postback stays parked with its click,
 * and matching it again judges it.
 * @returns what changed; null where nothing did
 * @throws DomainError POSTBACK_NOT_FOUND, CLICK_NOT_FOUND, POSTBACK_HAD_EFFECT (only what is parked can be matched)
 */
export async function matchPostback(
  command: CommandContext<{ secrets: SecretBox }>,
  { postback_id: id, click_id: clickId }: MatchInput,
): Promise<Difference | null> {
  const matched = await command.kernel.write(async (tx) => {
    const [postback] = await tx.select().from(postbacks).where(eq(postbacks.id, id)).for('update');
    const [network] = postback?.networkId
      ? await tx.select().from(networks).where(eq(networks.id, postback.networkId))
      : [];
    if (!postback || !network) throw new DomainError('POSTBACK_NOT_FOUND');
    // One that was refused for the click that an admin gave it may be given another.
    const isOpen =
      postback.outcome === 'parked' || (postback.outcome === 'refused' && postback.assignedClickId !== null);
    if (!isOpen) throw new DomainError('POSTBACK_HAD_EFFECT');
    const known = await tx.execute(sql`select 1 from clicks where click_id = ${clickId}`);
    if (known.length === 0) throw new DomainError('CLICK_NOT_FOUND');
    await tx.update(postbacks).set({ assignedClickId: clickId }).where(eq(postbacks.id, id));
    await writeAuditEntry(tx, command.actor, {
      action: 'postbacks.match',
      subject: String(id),
      after: { click_id: clickId },
    });
    return { postback: { ...postback, assignedClickId: clickId }, network };
  });
  return judgeStored(command, 'match', matched);
}
