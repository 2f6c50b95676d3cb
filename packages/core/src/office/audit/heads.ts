import { createHash } from 'node:crypto';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { buildSignedHeaders, sendAttempt } from '../../outbox/webhooks/send.ts';

/**
 * Where the audit log's heads go beside the api's log: each head covers all before it, so that only the newest is owed,
 * until the receiver has taken it.
 */

/** A head as the log has it: it shows where later ones are cut off. */
export interface SealedHead {
  seal: number;
  entries: number;
  /** Hex. */
  head: string;
}

/** Who keeps the heads. */
export interface HeadReceiver {
  url: string;
  /** `whsec_…`; during a rotation both sign. */
  secrets: readonly string[];
  rules: OutgoingRequestPolicy;
}

/**
 * Between two posts of one head, whichever processes make them: longer than an attempt takes, shorter than a minute.
 */
const PAUSE_SECONDS = 50;

/** A head as a line: that of the log without what the log says of itself. */
export const formatHead = (auditSeal: SealedHead): string => `${JSON.stringify({ auditSeal })}\n`;

/**
 * The heads in lines of the log or of what a receiver stored; lines about anything else are passed over.
 * @throws SyntaxError where a line about a head is no JSON
 */
export const parseHeads = (lines: string): SealedHead[] =>
  lines.split('\n').flatMap((line) => {
    if (!line.includes('"auditSeal"')) return [];
    const { auditSeal } = JSON.parse(line) as { auditSeal: SealedHead };
    return [auditSeal];
  });

/** The newest head is still owed. Its message has no address and no secret in it. */
export class HeadNotAcknowledged extends Error {}

interface Owed {
  seal: number;
  entries: number;
  head: string;
  /** This caller posts it; else somebody did within the pause. */
  mine: boolean;
  failing: boolean;
}

/**
 * Posts the newest head, signed as webhooks are, where the receiver has not taken it yet; safe to run in several
 * processes at once, and as often as one likes.
 * @param stop breaks it off: the head stays owed
 * @returns the head that was taken now; undefined where none is owed, or where somebody else is at it
 * @throws HeadNotAcknowledged in every process that asks, from the first refusal until it is taken
 */
export async function postNewestHead(
  { kernel }: { kernel: Kernel },
  { url, secrets, rules }: HeadReceiver,
  stop: AbortSignal,
): Promise<SealedHead | undefined> {
  // Another receiver is owed the head anew. Its address may have a secret in it, and is not kept.
  const receiver = createHash('sha256').update(url).digest();
  // Another number than the one that was taken, and not a higher one: where the end of the log was cut off, the
  // receiver is shown.
  const [owed] = await kernel.move(
    (sql) => sql<Owed[]>`
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
  if (!owed) return undefined;
  const { seal, entries, head, mine, failing } = owed;
  if (!mine) {
    if (failing) throw new HeadNotAcknowledged(`The receiver of audit heads has not taken seal ${seal} yet`);
    return undefined;
  }
  const body = formatHead({ seal, entries, head });
  const headers = buildSignedHeaders(`audit-seal-${seal}`, body, secrets, new Date());
  const { problem } = await sendAttempt({ url, body, headers }, rules, stop);
  if (problem !== null) {
    await kernel.move(
      (sql) => sql`
        update audit_head_receivers set failing_since = coalesce(failing_since, now()) where receiver = ${receiver}`,
    );
    throw new HeadNotAcknowledged(`The receiver of audit heads did not take seal ${seal}: ${problem}`);
  }
  // The next head may be posted at once.
  await kernel.move(
    (sql) => sql`
      update audit_head_receivers
      set acknowledged_seal = ${seal}::bigint, acknowledged_at = now(), failing_since = null, next_post_at = now()
      where receiver = ${receiver}`,
  );
  return { seal, entries, head };
}
