import { randomUUID } from 'node:crypto';
import type { Role } from '@inaam/contracts/access/permissions';
import { applyFraudAction } from '@inaam/core/insight/fraud/commands';
import { issueKey } from '@inaam/core/people/keys/api-keys';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import type { TestApi } from './api.ts';
import { PASSWORD } from './people.ts';

/** All kinds of callers. Credentials are new for each call, because some calls end them. */
export const callers = [
  'no session',
  'user',
  'suspended user',
  'user from a blocked IP address',
  'admin',
  'deactivated admin',
  'read key',
  'write key',
  'revoked key',
  'foreign Origin',
] as const;
export type CallerName = (typeof callers)[number];

export interface Caller {
  address: string;
  headers: Record<string, string>;
  /** For a sign-in on the app host, with PASSWORD. Random if the caller has no account on that host. */
  email: string;
  /** For a sign-in on the admin host, with PASSWORD. Random if the caller has no account on that host. */
  username: string;
}

const HOME = '192.0.2.1';
const BLOCKED_ADDRESS = '198.51.100.99';

/** Returns a factory of callers. The caller with a foreign Origin has valid sessions for both hosts. */
export async function createCallers(api: TestApi): Promise<(name: CallerName) => Promise<Caller>> {
  const { core, services } = api;
  const { sql } = core.database;
  const passwordHash = await services.passwords.hash(PASSWORD);
  await sql`insert into ip_addresses (address, blocked_at) values (${BLOCKED_ADDRESS}, now())`;

  async function user(): Promise<{ cookie: string; id: number; email: string }> {
    const { id, email } = await makeUser(core, { passwordHash });
    const { cookie } = await services.userSessions.create(id, { ip: null, userAgent: null });
    return { cookie: `${cookie.name}=${cookie.value}`, id, email };
  }
  async function admin(role: Role = 'owner'): Promise<{ cookie: string; id: number; username: string }> {
    const username = `admin-${randomUUID()}`;
    const [row] = await sql<{ id: number }[]>`
      insert into admins (username, email, password_hash, role)
      values (${username}, ${`${username}@example.com`}, ${passwordHash}, ${role})
      returning id`;
    const id = row?.id ?? 0;
    const { cookie } = await services.adminSessions.create(id, { ip: null, userAgent: null });
    return { cookie: `${cookie.name}=${cookie.value}`, id, username };
  }
  const { id: issuer } = await admin();
  const key = (scope: 'read' | 'read_write') =>
    issueKey({ kernel: services.kernel, actor: { ...anyAdmin, id: issuer } }, { name: randomUUID(), scope });
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

  return async (name) => {
    const anonymous = { address: HOME, headers: {}, email: `${randomUUID()}@example.com`, username: randomUUID() };
    switch (name) {
      case 'no session':
        return anonymous;
      case 'user':
      case 'suspended user':
      case 'user from a blocked IP address': {
        const { cookie, id, email } = await user();
        if (name === 'suspended user') {
          const flag = { action: 'flag_user', user_id: id, notes: 'suspended' } as const;
          await applyFraudAction(core.as(anyAdmin), flag);
        }
        const address = name === 'user from a blocked IP address' ? BLOCKED_ADDRESS : HOME;
        return { ...anonymous, address, email, headers: { cookie } };
      }
      case 'admin':
      case 'deactivated admin': {
        const { cookie, id, username } = await admin();
        if (name === 'deactivated admin') await sql`update admins set deactivated_at = now() where id = ${id}`;
        return { ...anonymous, username, headers: { cookie } };
      }
      case 'read key':
        return { ...anonymous, headers: bearer(await key('read')) };
      case 'write key':
        return { ...anonymous, headers: bearer(await key('read_write')) };
      case 'revoked key': {
        const secret = await key('read_write');
        await sql`update api_keys set revoked_at = now() where id = (select max(id) from api_keys)`;
        return { ...anonymous, headers: bearer(secret) };
      }
      case 'foreign Origin': {
        const [one, other] = [await user(), await admin()];
        const headers = { cookie: `${one.cookie}; ${other.cookie}`, origin: 'https://evil.example' };
        return { ...anonymous, email: one.email, username: other.username, headers };
      }
    }
  };
}
