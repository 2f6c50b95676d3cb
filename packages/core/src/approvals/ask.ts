import type { ApprovalKind } from '@inaam/contracts/approvals/approvals';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { approvals } from '@inaam/db/schema/approvals';
import { apiKeys } from '@inaam/db/schema/identity';
import { eq, sql } from 'drizzle-orm';
import type { CommandContext } from '../command.ts';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { sha256 } from '../kernel/digest.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { oneRow } from '../kernel/rows.ts';
import type { ApprovalRules } from '../services.ts';
import { tellOwners } from './notices.ts';
import { describeRequest } from './request-words.ts';
import type { SummaryOf } from './summaries.ts';

/** What a command asks for, when it is more than one person may do. */
export interface Asked<K extends ApprovalKind = ApprovalKind> {
  kind: K;
  /** Ids and figures by which it is shown and recognised. No secret, no name of a user. */
  summary: SummaryOf[K];
  /** What the command is given once it is agreed to: sealed, so secrets may be in it. */
  input: unknown;
  reason?: string | undefined;
}

/** A command that can wait for a second person. */
export type AskingCommand = CommandContext<'secrets' | 'operators'>;

/**
 * The name of the call that carries a request out, see `CommandContext.once`: the command runs what it does inside
 * `once`, so that agreeing again after the outcome was lost does nothing twice. Kept while the request waits, see
 * account/retention.ts.
 */
export const callOfRequest = (requestId: number): string => `approval ${requestId}`;

/** Where the sealed input lies: it opens for what is shown of the request alone. */
export const inputPlace = (kind: string, sameAs: string): string => `approvals/${kind}/${sameAs}`;

/** For so long an owner who was removed still counts: nobody gets rid of the second person first. */
const REMOVED_COUNTS = '72 hours';

/**
 * Are two people needed at all? With the owners of today, and those who lost that role in the last three days: taking
 * an owner's access away has to be possible at once, and must not be the way around the rule.
 */
export async function areTwoNeeded(kernel: Kernel, { when }: ApprovalRules): Promise<boolean> {
  if (when !== 'two_owners') return when === 'always';
  const [row] = await kernel.read(
    (_, query) => query<{ owners: number }[]>`
      select count(*)::int as owners from (
        select id::text from admins where role = 'owner' and deactivated_at is null
        union
        select subject from audit_log
        where action in ('admins.deactivate', 'admins.set_role') and before ->> 'role' = 'owner'
          and at > now() - ${REMOVED_COUNTS}::interval) o`,
  );
  return (row?.owners ?? 0) >= 2;
}

/** Would {@link needAgreement} ask? Not where a second person has agreed already, nor where one person is enough. */
export async function isAsking({ kernel, actor, operators, approved }: AskingCommand): Promise<boolean> {
  if (approved !== undefined || actor.kind === 'system') return false;
  return areTwoNeeded(kernel, operators.approvals);
}

/**
 * Takes down what one person may not do alone, and asks the other owners. Does nothing where nothing is asked for,
 * where a second person has agreed already, and where one person is enough.
 * @throws DomainError WAITS_FOR_APPROVAL once it is taken down
 */
export async function needAgreement(command: AskingCommand, asked: Asked | undefined): Promise<void> {
  if (!asked || !(await isAsking(command))) return;
  await command.kernel.write((tx) => takeDown(tx, command, asked));
  throw new DomainError('WAITS_FOR_APPROVAL');
}

/** Who asks, in person: the one who answers for a key that does. */
async function personOf(tx: Tx, actor: Actor): Promise<{ askedBy: number; keyId: number | null }> {
  if (actor.kind === 'admin' && actor.id !== null) return { askedBy: actor.id, keyId: null };
  const [key] = await tx
    .select({ id: apiKeys.id, holder: sql<number>`coalesce(${apiKeys.heldBy}, ${apiKeys.createdBy})`.mapWith(Number) })
    .from(apiKeys)
    .where(eq(apiKeys.id, actor.id ?? 0));
  if (actor.kind !== 'service' || !key) throw new DomainError('ROLE_TOO_LOW');
  return { askedBy: key.holder, keyId: key.id };
}

/**
 * Takes a request down in a transaction that does something else besides, whose caller has found out that two people
 * are needed.
 */
export async function takeDown(tx: Tx, { secrets, operators, actor }: AskingCommand, asked: Asked): Promise<void> {
  const { kind, summary, input, reason } = asked;
  const { askedBy, keyId } = await personOf(tx, actor);
  const sameAs = sha256(JSON.stringify([kind, summary]));
  const sealedInput = secrets.seal(JSON.stringify(input), inputPlace(kind, sameAs));
  const expiresAt = sql`now() + make_interval(hours => ${operators.approvals.hours}::int)`;
  const { id, isNew } = oneRow(
    await tx
      .insert(approvals)
      .values({ kind, summary: { ...summary }, sealedInput, sameAs, reason: reason ?? null, askedBy, keyId, expiresAt })
      // The same once more, such as a second press: one request, with what was given last.
      .onConflictDoUpdate({
        target: [approvals.askedBy, approvals.sameAs],
        targetWhere: sql`${approvals.status} = 'waiting'`,
        set: { sealedInput, reason: reason ?? null, expiresAt },
      })
      .returning({ id: approvals.id, isNew: sql<boolean>`xmax = 0` }),
  );
  if (!isNew) return;
  await audit(tx, actor, {
    action: 'approvals.ask',
    subject: String(id),
    after: { kind, ...summary },
    ...(reason !== undefined && { note: reason }),
  });
  const { title, facts } = await describeRequest(tx, { kind, summary });
  await tellOwners(tx, { secrets, operators }, `approval:${id}`, askedBy, {
    title: 'A request needs your decision',
    text: `${actor.name} asks for a second person: ${title}.`,
    facts,
    label: 'Open the request',
  });
}
