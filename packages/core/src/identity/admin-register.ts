import { randomBytes } from 'node:crypto';
import { type Role, reaches } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { AdminRegisterInput } from '@inaam/contracts/identity/sign-in';
import type { Tx } from '@inaam/db/client';
import { admins, setupTokens } from '@inaam/db/schema/identity';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { needAgreement } from '../approvals/ask.ts';
import type { CommandContext } from '../command.ts';
import { type Actor, systemActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { sha256 } from '../kernel/digest.ts';
import { violatedConstraint } from '../kernel/failures.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { holdLock } from '../kernel/locks.ts';
import { once } from '../kernel/once.ts';
import { oneRow } from '../kernel/rows.ts';
import type { Services } from '../services.ts';

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
 * Makes an admin. Signed-in admins may; while there is none at all, whoever has a setup token may. Repeats of a call
 * make no second admin, nor hear that the first one exists.
 * @throws DomainError NOT_SIGNED_IN, SETUP_TOKEN_WRONG, ROLE_TOO_LOW for a role above one's own, USERNAME_TAKEN,
 *   ADMIN_EMAIL_TAKEN, BAD_INPUT for a password that is refused, WAITS_FOR_APPROVAL for another owner
 */
export async function registerAdmin(
  command: CommandContext<'passwords' | 'secrets' | 'operators', Actor | undefined>,
  { username, email, password, setupToken, role: asked = 'manager' }: AdminRegisterInput,
): Promise<void> {
  const { kernel, passwords, actor } = command;
  if (!actor && !(await isSetupNeeded(kernel))) throw new DomainError('NOT_SIGNED_IN');
  // Checked before the hash, so that nobody without a token can keep the cores busy; and again in the transaction,
  // which decides.
  if (!actor) await kernel.write((tx) => checkToken(tx, setupToken));
  if (actor) refuseAbove(actor, asked);
  // Whoever sets the house up owns it.
  const role: Role = actor ? asked : 'owner';
  const passwordHash = await passwords.hash(password, 'password', [username, email]);
  const made: AdminToMake = { username, email, passwordHash, role };
  if (actor && role === 'owner') {
    // Who could make owners alone would agree to their own requests.
    await needAgreement(
      { ...command, actor },
      { kind: 'role', summary: { admin_id: null, username, email, role_before: null, role }, input: made },
    );
  }
  await insertAdmin(command, made, (tx) => (actor ? Promise.resolve() : checkToken(tx, setupToken)));
}

/**
 * Makes an admin from the machine itself: whoever has that has everything, so nobody else is asked.
 * @throws DomainError as {@link registerAdmin}
 */
export async function registerOnMachine(
  { kernel, passwords }: Pick<Services, 'kernel' | 'passwords'>,
  { username, email, password, role: asked = 'manager' }: AdminRegisterInput,
): Promise<void> {
  const role: Role = (await isSetupNeeded(kernel)) ? 'owner' : asked;
  const passwordHash = await passwords.hash(password, 'password', [username, email]);
  const actor = { ...systemActor, name: 'command line' };
  await insertAdmin({ kernel, actor }, { username, email, passwordHash, role }, () => Promise.resolve());
}

/** An admin whose password was hashed already. */
export interface AdminToMake {
  username: string;
  email: string;
  passwordHash: string;
  role: Role;
}

/**
 * Makes an admin that a second person has agreed to. @throws DomainError USERNAME_TAKEN, ADMIN_EMAIL_TAKEN,
 * ROLE_TOO_LOW
 */
export async function makeAdminRow(command: CommandContext, made: AdminToMake): Promise<void> {
  refuseAbove(command.actor, made.role);
  await insertAdmin(command, made, () => Promise.resolve());
}

async function insertAdmin(
  { kernel, actor, once: call }: CommandContext<never, Actor | undefined>,
  { username, email, passwordHash, role }: AdminToMake,
  check: (tx: Tx) => Promise<void>,
): Promise<void> {
  await kernel
    .write((tx) =>
      once(tx, 'admins.create', call, async () => {
        await check(tx);
        const admin = oneRow(
          await tx.insert(admins).values({ username, email, passwordHash, role }).returning({ id: admins.id }),
        );
        await tx.delete(setupTokens);
        await audit(tx, actor ?? { kind: 'system', id: null, name: 'setup token', ip: null }, {
          action: 'admins.create',
          subject: String(admin.id),
          after: { username, email, role },
        });
      }),
    )
    .catch((error: unknown) => {
      const constraint = violatedConstraint(error);
      if (constraint === 'admins_username_key') throw new DomainError('USERNAME_TAKEN', { field: 'username' });
      if (constraint === 'admins_email_key') throw new DomainError('ADMIN_EMAIL_TAKEN', { field: 'email' });
      throw error;
    });
}

/** Nobody gives more than they have. @throws DomainError ROLE_TOO_LOW, KEY_NOT_A_PERSON */
export function refuseAbove(actor: Actor, role: Role): void {
  if (actor.kind === 'system') return;
  if (actor.role === undefined) throw new DomainError('KEY_NOT_A_PERSON');
  if (!reaches(actor.role, role)) throw new DomainError('ROLE_TOO_LOW', { field: 'role' });
}

async function checkToken(tx: Tx, token: string | undefined): Promise<void> {
  // One at a time: two callers with tokens must not both be the first.
  await holdLock(tx, 'first admin');
  const [existing] = await tx.select({ admins: count() }).from(admins);
  if (existing && existing.admins > 0) throw new DomainError('NOT_SIGNED_IN');
  const [found] = await tx
    .select()
    .from(setupTokens)
    .where(and(eq(setupTokens.hash, sha256(token ?? '')), gt(setupTokens.createdAt, sql`now() - interval '1 hour'`)));
  if (!found) throw new DomainError('SETUP_TOKEN_WRONG', { field: 'setupToken' });
}
