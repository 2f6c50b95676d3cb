import { randomUUID } from 'node:crypto';
import type { Role } from '@inaam/contracts/access/permissions';
import type { AdminActor, UserActor } from '@inaam/core/kernel/actor';
import { createAccount, type NewAccount } from '@inaam/core/people/users/commands';
import type { TestCore } from '../core.ts';

export type TestUser = { id: number; email: string; device: null };

/** Creates a user without a usable password. Pass `passwordHash` for a user who can sign in. */
export async function makeUser({ kernel }: TestCore, account: Partial<NewAccount> = {}): Promise<TestUser> {
  const email = account.email ?? `${randomUUID()}@example.invalid`;
  const { id } = await kernel.write((tx) =>
    createAccount(tx, {
      firstName: 'Asha',
      lastName: 'Rao',
      passwordHash: 'not a hash',
      providerUid: null,
      verified: false,
      ip: null,
      device: undefined,
      userAgent: null,
      ...account,
      email,
    }),
  );
  return { id, email, device: null };
}

/** Hashes by password. Admins of a test process share hashes, because hashing waits for a low-priority thread. */
const hashes = new Map<string, string>();

async function hashOnce({ passwords }: TestCore['services'], password: string): Promise<string> {
  const hash = hashes.get(password) ?? (await passwords.hash(password));
  hashes.set(password, hash);
  return hash;
}

/** Creates an admin, by default with all permissions. */
export async function makeAdmin(
  { database, services }: TestCore,
  password = 'a password for admins',
  role: Role = 'owner',
): Promise<AdminActor> {
  const username = `admin-${randomUUID().slice(0, 8)}`;
  const hash = await hashOnce(services, password);
  const [row] = await database.sql<{ id: number }[]>`
    insert into admins (username, email, password_hash, role)
    values (${username}, ${`${username}@example.invalid`}, ${hash}, ${role})
    returning id`;
  return { kind: 'admin', id: row?.id ?? 0, name: username, ip: null, role };
}

/** For tests where the acting admin does not matter. */
export const anyAdmin: AdminActor = { kind: 'admin', id: 1, name: 'tester', ip: '203.0.113.9', role: 'owner' };

export const userActor = (id: number): UserActor => ({
  kind: 'user',
  id,
  name: `user ${id}`,
  ip: null,
  verified: true,
});

/** For tests where the caller's IP address and browser do not matter. */
export const anyCaller = { ip: '203.0.113.9', userAgent: 'test' };
