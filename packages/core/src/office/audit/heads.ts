import { createHash } from 'node:crypto';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { buildSignedHeaders, sendAttempt } from '../../outbox/webhooks/send.ts';

/**
 * Sends heads of the audit log to a receiver, in addition to the api's log. Each head covers all earlier heads, so only
 * the newest is sent. It is sent again until the receiver accepts it.
 */

/** A head in the form in which it is logged. It reveals whether entries were cut off the end of the log. */
export interface SealedHead {
  seal: number;
  entries: number;
  head: string;
}

export interface HeadReceiver {
  url: string;
  /** `whsec_…`; during a rotation both sign. */
  secrets: readonly string[];
  rules: OutgoingRequestPolicy;
}

/**
 * Pause between two attempts to post a head, in all processes together: longer than an attempt, shorter than a minute.
 */
const PAUSE_SECONDS = 50;

/** Formats a head as a line, as in the log. */
export const formatHead = (auditSeal: SealedHead): string => `${JSON.stringify({ auditSeal })}\n`;

/**
 * Parses heads from log lines or stored requests; other lines are skipped.
 * @throws SyntaxError if a line about a head is not JSON
 */
export const parseHeads = (lines: string): SealedHead[] =>
  lines.split('\n').flatMap((line) => {
    if (!line.includes('"auditSeal"')) return [];
    const { auditSeal } = JSON.parse(line) as { auditSeal: SealedHead };
    return [auditSeal];
  });

/** The newest head is not accepted yet. The message contains no address and no secret. */
export class HeadNotAcknowledged extends Error {}

interface PendingHead {
  seal: number;
  entries: number;
  head: string;
  /** Whether this process posts the head. Otherwise another process has posted it within the pause. */
  mine: boolean;
  failing: boolean;
}

/**
 * Posts the newest head, signed like webhooks, unless the receiver has accepted it. Safe to call often and in several
 * processes.
 * @param stop aborts the attempt; the head stays pending
 * @returns the head accepted now; undefined if none is pending or another process posts it
 * @throws HeadNotAcknowledged in every process, from the first failure until the head is accepted
 */
export async function postNewestHead(
  { kernel }: { kernel: Kernel },
  { url, secrets, rules }: HeadReceiver,
  stop: AbortSignal,
): Promise<SealedHead | undefined> {
  // If the receiver changes, the new one gets the head, too. The receiver's address may contain a secret, so only its
  // hash is stored.
  const receiver = createHash('sha256').update(url).digest();
  // Posts any seal that differs from the last one posted, even an earlier one, so that the receiver notices if the end
  // of the log was cut off.
  const [pending] = await kernel.runIdempotent(
    (sql) => sql<PendingHead[]>`
      with newest as (select id, entries, head from audit_seals order by id desc limit 1),
      claimed as (
        insert into audit_head_receivers as r (receiver, next_post_at)
        select ${receiver}, now() + make_interval(secs => ${PAUSE_SECONDS}) from newest
        on conflict (receiver) do update set next_post_at = excluded.next_post_at
        where r.next_post_at <= now() and r.acknowledged_seal is distinct from (select id from newest)
        returning 1)
      select n.id::int8 as seal, n.entries, encode(n.head, 'hex') as head, exists (select 1 from claimed) as mine,
        r.failing_since is not null as failing
      from newest n left join audit_head_receivers r on r.receiver = ${receiver}
      where r.acknowledged_seal is distinct from n.id`,
  );
  if (!pending) return undefined;
  const { seal, entries, head, mine, failing } = pending;
  if (!mine) {
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
  // Ends the pause, so that the next head may be posted at once.
  await kernel.runIdempotent(
    (sql) => sql`
      update audit_head_receivers
      set acknowledged_seal = ${seal}::bigint, acknowledged_at = now(), failing_since = null, next_post_at = now()
      where receiver = ${receiver}`,
  );
  return { seal, entries, head };
}
