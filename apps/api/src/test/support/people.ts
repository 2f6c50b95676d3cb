import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { TestApi } from './api.ts';
import { Client } from './client.ts';

export const PASSWORD = 'correct horse battery';

export async function registerUser(host: FastifyInstance, address?: string, device?: string) {
  const client = new Client(host, address);
  const email = `${randomUUID()}@example.com`;
  const body = { firstName: 'Asha', lastName: 'Rao', email, password: PASSWORD, deviceFingerprint: device };
  const answer = await client.post('/api/register.php', body);
  if (answer.status !== 200) throw new Error(`registration answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { client, email, id: answer.body.user.id as number, sessionId: answer.body.sessionId as string, answer };
}

/** Creates and signs in an owner. */
export async function signInAdmin(api: TestApi, host: FastifyInstance = api.adminHost) {
  const username = `admin-${randomUUID().slice(0, 8)}`;
  const hash = await api.services.passwords.hash(PASSWORD);
  await api.core.database.sql`
    insert into admins (username, email, password_hash, role)
    values (${username}, ${`${username}@example.com`}, ${hash}, 'owner')`;
  const client = new Client(host);
  const answer = await client.post('/api/admin/login.php', { username, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { client, username, answer };
}
