import type { MoveSql } from '@inaam/db/client';
import type { servicesOver } from '@inaam/testing/services';

const PASSWORD = 'the bench reads files';

/** Signs in over HTTP as the admin of a filled database. @returns the `Cookie` header of the session */
export async function signInAsAdmin(
  sql: MoveSql,
  services: Awaited<ReturnType<typeof servicesOver>>,
  origin: string,
): Promise<string> {
  await sql`update admins set password_hash = ${await services.passwords.hash(PASSWORD)} where username = 'bench'`;
  const answer = await fetch(`${origin}/api/admin/login.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ username: 'bench', password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
