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
 * Assigns a click to a parked postback, which then counts for that click.
 * The click is saved first and the postback is judged in a second transaction. If judging fails, the postback stays
 * parked with its click, and the next call of this function judges it.
 * @returns what changed; null if nothing did
 * @throws DomainError POSTBACK_NOT_FOUND, CLICK_NOT_FOUND, POSTBACK_HAD_EFFECT (unless the postback is parked, or was
 * refused with a click that an admin assigned)
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
    // If the postback was refused with the click assigned before, another click may be assigned.
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
