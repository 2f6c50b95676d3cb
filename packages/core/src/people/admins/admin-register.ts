import { randomBytes } from 'node:crypto';
import { includesRole, type Role } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { AdminRegisterInput } from '@inaam/contracts/identity/sign-in';
import type { Tx } from '@inaam/db/client';
import { admins, setupTokens } from '@inaam/db/schema/identity';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../kernel/actor.ts';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import { type ApprovalContext, requiresApproval } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { sha256 } from '../../kernel/digest.ts';
import { getViolatedConstraint } from '../../kernel/failures.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import { oneRow } from '../../kernel/rows.ts';
import { runOnce } from '../../kernel/run-once.ts';
import type { Passwords } from '../passwords/passwords.ts';

export async function isSetupNeeded(kernel: Kernel): Promise<boolean> {
  const rows = await kernel.read((_, query) => query`select 1 from admins limit 1`);
  return rows.length === 0;
}

/**
 * Issues a token for creating the first admin, to be shown to the operator only. Each process issues a separate token,
 * which is valid for an hour. Creating the first admin deletes all tokens.
 * @returns undefined if an admin exists
 */
export async function issueSetupToken(kernel: Kernel): Promise<string | undefined> {
  const token = randomBytes(18).toString('base64url');
  const rows = await kernel.runIdempotent(
    (query) => query`
      insert into setup_tokens (hash) select ${sha256(token)} where not exists (select 1 from admins)
      on conflict (hash) do update set hash = excluded.hash returning 1`,
  );
  return rows.length > 0 ? token : undefined;
}

/**
 * Creates an admin, once for each idempotency key. Requires a signed-in admin, or a setup token while there is no
 * admin.
 * @throws DomainError NOT_SIGNED_IN, SETUP_TOKEN_WRONG, KEY_NOT_A_PERSON for a service key, ROLE_TOO_LOW for a role
 *   above one's own, USERNAME_TAKEN, ADMIN_EMAIL_TAKEN, BAD_INPUT for a refused password, WAITS_FOR_APPROVAL for
 *   another owner, or if a manager creates an admin above analyst
 */
export async function registerAdmin(
  command: CommandContext<
    { passwords: Passwords; backOfficePolicy: BackOfficePolicy; approvalRequests: ApprovalRequests },
    Actor | undefined
  >,
  { username, email, password, setupToken, role: requestedRole = 'manager' }: AdminRegisterInput,
): Promise<void> {
  const { kernel, passwords, actor } = command;
  if (!actor && !(await isSetupNeeded(kernel))) throw new DomainError('NOT_SIGNED_IN');
  // The token is checked before the slow hash, and again in the transaction that creates the admin.
  if (!actor) await kernel.write((tx) => checkToken(tx, setupToken));
  if (actor) requireRoleAtMost(actor, requestedRole);
  // The first admin is the owner.
  const role: Role = actor ? requestedRole : 'owner';
  const passwordHash = await passwords.hash(password, 'password', [username, email]);
  const admin: NewAdmin = { username, email, passwordHash, role };
  if (actor) return createAdmin({ ...command, actor }, admin);
  await kernel.write((tx) =>
    runOnce(tx, 'admins.create', command.runOnceKey, async () => {
      // This lock comes before the lock in `checkToken`, to avoid a deadlock between concurrent first admins.
      await acquireLock(tx, 'admins');
      await checkToken(tx, setupToken);
      await insertAdmin(tx, { ...systemActor, name: 'setup token' }, admin);
    }),
  );
}

/**
 * Creates an admin from the command line. Shell access already allows everything, so no approval is needed.
 * @throws DomainError USERNAME_TAKEN, ADMIN_EMAIL_TAKEN, BAD_INPUT for a refused password
 */
export async function registerFromCommandLine(
  { kernel, passwords }: { kernel: Kernel; passwords: Passwords },
  { username, email, password, role: requestedRole = 'manager' }: AdminRegisterInput,
): Promise<void> {
  const role: Role = (await isSetupNeeded(kernel)) ? 'owner' : requestedRole;
  const passwordHash = await passwords.hash(password, 'password', [username, email]);
  const actor = { ...systemActor, name: 'command line' };
  await kernel.write((tx) => insertAdmin(tx, actor, { username, email, passwordHash, role }));
}

interface NewAdmin {
  username: string;
  email: string;
  passwordHash: string;
  role: Role;
}

/**
 * Creates an admin. A second person must approve a new owner: otherwise an owner could create a second account and
 * approve their own requests with it. If a manager creates an admin above analyst, a second person must approve, too:
 * otherwise managers could multiply their daily limits. Owners create admins below owner without approval: see
 * who-moves-money.md.
 */
export const createAdmin = requiresApproval({
  name: 'admins.create',
  role: 'manager',
  async judge(tx, { actor }: ApprovalContext, { username, email, role }: NewAdmin) {
    requireRoleAtMost(actor, role);
    const needsNoApproval = role === 'analyst' || (role !== 'owner' && actor.role === 'owner');
    if (needsNoApproval) return { state: undefined, facts: undefined };
    // The lock is taken before owners are counted, so that concurrent creations see each other.
    if (role === 'owner') await acquireLock(tx, 'admins');
    return {
      state: undefined,
      facts: { kind: 'role', summary: { admin_id: null, username, email, role_before: null, role } },
    };
  },
  act: (tx, { actor }, admin) => insertAdmin(tx, actor, admin),
  answer: () => undefined,
});

async function insertAdmin(tx: Tx, actor: Actor, { username, email, passwordHash, role }: NewAdmin): Promise<void> {
  // Waits for other transactions that count the owners.
  if (role === 'owner') await acquireLock(tx, 'admins');
  const inserted = await tx
    .insert(admins)
    .values({ username, email, passwordHash, role })
    .returning({ id: admins.id })
    .catch((error: unknown) => {
      const constraint = getViolatedConstraint(error);
      if (constraint === 'admins_username_key') throw new DomainError('USERNAME_TAKEN', { field: 'username' });
      if (constraint === 'admins_email_key') throw new DomainError('ADMIN_EMAIL_TAKEN', { field: 'email' });
      throw error;
    });
  await tx.delete(setupTokens);
  await writeAuditEntry(tx, actor, {
    action: 'admins.create',
    subject: String(oneRow(inserted).id),
    after: { username, email, role },
  });
}

/** Refuses roles above the actor's own. @throws DomainError ROLE_TOO_LOW, KEY_NOT_A_PERSON */
export function requireRoleAtMost(actor: Actor, role: Role): void {
  if (actor.kind === 'system') return;
  if (actor.role === undefined) throw new DomainError('KEY_NOT_A_PERSON');
  if (!includesRole(actor.role, role)) throw new DomainError('ROLE_TOO_LOW', { field: 'role' });
}

async function checkToken(tx: Tx, token: string | undefined): Promise<void> {
  // Serialises callers, so that only one becomes the first admin.
  await acquireLock(tx, 'first admin');
  const [existing] = await tx.select({ admins: count() }).from(admins);
  if (existing && existing.admins > 0) throw new DomainError('NOT_SIGNED_IN');
  const [setupToken] = await tx
    .select()
    .from(setupTokens)
    .where(and(eq(setupTokens.hash, sha256(token ?? '')), gt(setupTokens.createdAt, sql`now() - interval '1 hour'`)));
  if (!setupToken) throw new DomainError('SETUP_TOKEN_WRONG', { field: 'setupToken' });
}
