import { paginate } from '@inaam/contracts/common/lists';
import type { MessageList, MessageListInput, MessageRow, MessageStatus } from '@inaam/contracts/messages/messages';
import { messages } from '@inaam/db/schema/messages';
import { and, desc, eq, like, type SQL, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { startsWithPattern } from '../../kernel/search.ts';
import { countTableRows } from '../../kernel/totals.ts';

/** Lists the messages of the outbox for admins, newest first: recipient, kind and outcome, but never the content. */
export async function listMessages(
  { kernel, mail }: { kernel: Kernel; mail: MailSettings },
  { page, limit, status, kind, channel, search, total }: MessageListInput,
): Promise<MessageList> {
  const filters: SQL[] = [];
  if (status !== 'all') filters.push(eq(messages.status, status));
  if (kind !== 'all') filters.push(eq(messages.kind, kind));
  if (channel !== 'all') filters.push(eq(messages.channel, channel));
  if (search) filters.push(like(messages.recipient, startsWithPattern(search.toLowerCase())));
  const where = and(...filters);
  return kernel.read(async (db) => {
    const rows = await db
      .select()
      .from(messages)
      .where(where)
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit)
      .offset((page - 1) * limit);
    const counted = await db
      .select({ status: messages.status, count: sql<number>`count(*)::int` })
      .from(messages)
      .where(sql`${messages.status} = 'queued' or ${messages.createdAt} > now() - interval '24 hours'`)
      .groupBy(messages.status);
    const count = (name: MessageStatus): number => counted.find((each) => each.status === name)?.count ?? 0;
    return {
      mail: mail.mailer.isOn,
      messages: rows.map((row) => ({
        message_row_id: row.id,
        kind: row.kind,
        channel: row.channel as MessageRow['channel'],
        recipient: row.recipient,
        user_id: row.userId,
        status: row.status as MessageStatus,
        attempts: row.attempts,
        problem: row.problem,
        message_id: row.messageId,
        created_at: row.createdAt.toISOString(),
        settled_at: row.settledAt?.toISOString() ?? null,
        due_at: row.status === 'queued' ? row.dueAt.toISOString() : null,
      })),
      counts: {
        queued: count('queued'),
        sent: count('sent'),
        failed: count('failed'),
        suppressed: count('suppressed'),
      },
      pagination: paginate(page, limit, await countTableRows(db, messages, where, total)),
    };
  });
}
