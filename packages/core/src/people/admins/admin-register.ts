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
import { violatedConstraint } from '../../kernel/failures.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import { oneRow } from '../../kernel/rows.ts';
import { runOnce } from '../../kernel/run-once.ts';
import type { Passwords } from '../passwords/passwords.ts';

/** Is there no admin at all yet? */
export async function isSetupNeeded(kernel: Kernel): Promise<boolean> {
  const rows = await kernel.read((_, query) => query`select 1 from admins limit 1`);
  return rows.length === 0;
}

/**
 * A token with which the first admin is made, to be kept where only the operator sees it; undefined when there is
 * an admin already. Each process that starts makes its own, good for an hour; all of them end with the first admin.
 */
export async function issueSetupToken(kernel: Kernel): Promise<string | undefined> {
  const token = randomBytes(18).toString('base64url');
  const rows = await kernel.move(
    (query) => query`
      insert into setup_tokens (hash) select ${sha256(token)} where not exists (select 1 from admins)
      on conflict (hash) do update set hash = excluded.hash returning 1`,
  );
  return rows.length > 0 ? token : undefined;
}

/**
 * Creates an admin, once for each call. Signed-in admins may; while there is no admin at all, a setup token does.
 * @throws DomainError NOT_SIGNED_IN, SETUP_TOKEN_WRONG, ROLE_TOO_LOW for a role above one's own, USERNAME_TAKEN,
 *   ADMIN_EMAIL_TAKEN, BAD_INPUT for a password that is refused, WAITS_FOR_APPROVAL for another owner
 */
export async function registerAdmin(
  command: CommandContext<
    { passwords: Passwords; operators: BackOfficePolicy; approvalRequests: ApprovalRequests },
    Actor | undefined
  >,
  { username, email, password, setupToken, role: asked = 'manager' }: AdminRegisterInput,
): Promise<void> {
  const { kernel, passwords, actor } = command;
  if (!actor && !(await isSetupNeeded(kernel))) throw new DomainError('NOT_SIGNED_IN');
  // Checked before the hash, which is slow on purpose; and again in the transaction, which decides.
  if (!actor) await kernel.write((tx) => checkToken(tx, setupToken));
  if (actor) requireRoleAtMost(actor, asked);
  // The first admin owns the house.
  const role: Role = actor ? asked : 'owner';
  const passwordHash = await passwords.hash(password, 'password', [username, email]);
  const admin: NewAdmin = { username, email, passwordHash, role };
  if (actor) return createAdmin({ ...command, actor }, admin);
  await kernel.write((tx) =>
    runOnce(tx, 'admins.create', command.once, async () => {
      // Before the token's row, which each of several first admins would hold while it waits for the others' rows.
      await acquireLock(tx, 'admins');
      await checkToken(tx, setupToken);
      await insertAdmin(tx, { ...systemActor, name: 'setup token' }, admin);
    }),
  );
}

/**
 * Creates an admin from the machine itself, which gives access to everything anyway: no second person is asked.
 * @throws DomainError as {@link registerAdmin}
 */
export async function registerFromCommandLine(
  { kernel, passwords }: { kernel: Kernel; passwords: Passwords },
  { username, email, password, role: asked = 'manager' }: AdminRegisterInput,
): Promise<void> {
  const role: Role = (await isSetupNeeded(kernel)) ? 'owner' : asked;
  const passwordHash = await passwords.hash(password, 'password', [username, email]);
  const actor = { ...systemActor, name: 'command line' };
  await kernel.write((tx) => insertAdmin(tx, actor, { username, email, passwordHash, role }));
}

/** An admin to create, with the password hashed already. */
interface NewAdmin {
  username: string;
  email: string;
  passwordHash: string;
  role: Role;
}

/** Creates an admin by another one. One person who could create owners alone would approve their own requests. */
export const createAdmin = requiresApproval({
  name: 'admins.create',
  role: 'manager',
  async judge(tx, { actor }: ApprovalContext, { username, email, role }: NewAdmin) {
    requireRoleAtMost(actor, role);
    if (role !== 'owner') return { state: undefined, facts: undefined };
    // Before the owners are counted: of two owners that are created at once, the second one counts the first.
    await acquireLock(tx, 'admins');
    return {
      state: undefined,
      facts: { kind: 'role', summary: { admin_id: null, username, email, role_before: null, role } },
    };
  },
  act: (tx, { actor }, admin) => insertAdmin(tx, actor, admin),
  answer: () => undefined,
});

async function insertAdmin(tx: Tx, actor: Actor, { username, email, passwordHash, role }: NewAdmin): Promise<void> {
  // The number of owners stays the same while another transaction judges by it.
  if (role === 'owner') await acquireLock(tx, 'admins');
  const inserted = await tx
    .insert(admins)
    .values({ username, email, passwordHash, role })
    .returning({ id: admins.id })
    .catch((error: unknown) => {
      const constraint = violatedConstraint(error);
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

/** Nobody gives more than they have. @throws DomainError ROLE_TOO_LOW, KEY_NOT_A_PERSON */
export function requireRoleAtMost(actor: Actor, role: Role): void {
  if (actor.kind === 'system') return;
  if (actor.role === undefined) throw new DomainError('KEY_NOT_A_PERSON');
  if (!includesRole(actor.role, role)) throw new DomainError('ROLE_TOO_LOW', { field: 'role' });
}

async function checkToken(tx: Tx, token: string | undefined): Promise<void> {
  // One at a time: two callers with tokens must not both be the first.
  await acquireLock(tx, 'first admin');
  const [existing] = await tx.select({ admins: count() }).from(admins);
  if (existing && existing.admins > 0) throw new DomainError('NOT_SIGNED_IN');
  const [found] = await tx
    .select()
    .from(setupTokens)
    .where(and(eq(setupTokens.hash, sha256(token ?? '')), gt(setupTokens.createdAt, sql`now() - interval '1 hour'`)));
  if (!found) throw new DomainError('SETUP_TOKEN_WRONG', { field: 'setupToken' });
}
