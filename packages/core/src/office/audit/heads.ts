import { createHash } from 'node:crypto';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { buildSignedHeaders, sendAttempt } from '../../outbox/webhooks/send.ts';

/**
 * Sends heads of the audit log to an external receiver. The api also writes each head to its own log. A head covers all
 * earlier heads, so only the newest head is sent, and it is sent again until the receiver accepts it.
 */

/** A head as the api's log and the receiver get it. With it, anyone can see whether the end of the log is missing. */
export interface SealedHead {
  seal: number;
  entries: number;
  head: string;
}

export interface HeadReceiver {
  url: string;
  /** The signing secrets, in the form `whsec_…`; during a rotation the new and the old one. */
  secrets: readonly string[];
  rules: OutgoingRequestPolicy;
}

/**
 * Pause between two attempts to post a head, in all processes together: longer than an attempt, shorter than a minute.
 */
const PAUSE_SECONDS = 50;

/** Formats a head as a line of JSON, as in the api's log. */
export const formatHead = (auditSeal: SealedHead): string => `${JSON.stringify({ auditSeal })}\n`;

/**
 * Parses the heads in log lines or in stored requests, and skips other lines.
 * @throws SyntaxError if a line about a head is not JSON
 */
export const parseHeads = (lines: string): SealedHead[] =>
  lines.split('\n').flatMap((line) => {
    if (!line.includes('"auditSeal"')) return [];
    const { auditSeal } = JSON.parse(line) as { auditSeal: SealedHead };
    return [auditSeal];
  });

/** The receiver has not accepted the newest head yet. The message contains neither the receiver's URL nor a secret. */
export class HeadNotAcknowledged extends Error {}

interface PendingHead {
  seal: number;
  entries: number;
  head: string;
  /** True if this process must post the head; false if another process has tried to post it within the pause. */
  is_claimed: boolean;
  failing: boolean;
}

/**
 * Posts the newest head, signed like a webhook, unless the receiver has already accepted it. Safe to call often and in
 * several processes.
 * @param stop aborts the attempt; the head remains pending
 * @returns the head, if the receiver has accepted it; undefined if no head is pending or another process posts it
 * @throws HeadNotAcknowledged if the receiver does not accept the head. Until it accepts the head, calls in other
 *   processes throw this error, too.
 */
export async function postNewestHead(
  { kernel }: { kernel: Kernel },
  { url, secrets, rules }: HeadReceiver,
  stop: AbortSignal,
): Promise<SealedHead | undefined> {
  // The hash of the URL identifies the receiver, so a new receiver also gets the head. The URL is not stored, because
  // it may contain a secret.
  const receiver = createHash('sha256').update(url).digest();
  // Posts the newest head if it differs from the accepted one, even if it is older than the accepted one. In that case,
  // the end of the log was cut off, and the receiver notices this.
  const [pending] = await kernel.runIdempotent(
    (sql) => sql<PendingHead[]>`
      with newest as (select id, entries, head from audit_seals order by id desc limit 1),
      claimed as (
        insert into audit_head_receivers as r (receiver, next_post_at)
        select ${receiver}, now() + make_interval(secs => ${PAUSE_SECONDS}) from newest
        on conflict (receiver) do update set next_post_at = excluded.next_post_at
        where r.next_post_at <= now() and r.acknowledged_seal is distinct from (select id from newest)
        returning 1)
      select n.id::int8 as seal, n.entries, encode(n.head, 'hex') as head, exists (select 1 from claimed) as is_claimed,
        r.failing_since is not null as failing
      from newest n left join audit_head_receivers r on r.receiver = ${receiver}
      where r.acknowledged_seal is distinct from n.id`,
  );
  if (!pending) return undefined;
  const { seal, entries, head, is_claimed: isClaimed, failing } = pending;
  if (!isClaimed) {
    if (failing) throw new HeadNotAcknowledged(`The receiver of audit heads has not accepted seal ${seal} yet`);
    return undefined;
  }
  const body = formatHead({ seal, entries, head });
  const headers = buildSignedHeaders(`audit-seal-${seal}`, body, secrets, new Date());
  const { problem } = await sendAttempt({ url, body, headers }, rules, stop);
  if (problem !== null) {
    await kernel.runIdempotent(
      (sql) => sql`
        update audit_head_receivers set failing_since = coalesce(failing_since, now()) where receiver = ${receiver}`,
    );
    throw new HeadNotAcknowledged(`The receiver of audit heads did not accept seal ${seal}: ${problem}`);
  }
  // Ends the pause, so that the next head may be posted immediately.
  await kernel.runIdempotent(
    (sql) => sql`
      update audit_head_receivers
      set acknowledged_seal = ${seal}::bigint, acknowledged_at = now(), failing_since = null, next_post_at = now()
      where receiver = ${receiver}`,
  );
  return { seal, entries, head };
}
