import type { TestCore } from '../core.ts';
import { makeUser, type TestUser } from './identity.ts';

/** The user agent of a phone: one of 35, chosen by the number. */
export const phoneBrowser = (i: number): string =>
  `Mozilla/5.0 (Linux; Android ${10 + (i % 5)}; K) AppleWebKit/537.36 (KHTML, like Gecko) ` +
  `Chrome/${110 + (i % 7)}.0.0.0 Mobile Safari/537.36`;

/**
 * Moves a registration to another time. Writes the rows directly, since no command accepts a past date, and updates
 * the first and last registration of the IP address and the device.
 */
export async function setRegistrationTime(core: TestCore, user: TestUser, minutesAgo: number): Promise<void> {
  const { sql } = core.database;
  await sql`update users set created_at = now() - make_interval(secs => ${minutesAgo * 60}) where id = ${user.id}`;
  await sql`
    update ip_addresses i set first_registration = u.first, last_registration = u.last
    from (select registration_ip, min(created_at) as first, max(created_at) as last from users group by 1) u
    where i.address = u.registration_ip and i.address = (select registration_ip from users where id = ${user.id})`;
  await sql`
    update devices d set first_registration = u.first, last_registration = u.last
    from (select registration_device, min(created_at) as first, max(created_at) as last from users group by 1) u
    where d.fingerprint = u.registration_device
      and d.fingerprint = (select registration_device from users where id = ${user.id})`;
}

interface AccountsAtAddress {
  accounts: number;
  devices: number;
  ip: string;
  /** The registrations are spread evenly over this time until now. */
  withinMinutes: number;
  /** Prefix of the fingerprints, and the first name of the users. */
  name: string;
  browser?: (i: number) => string | null;
  passwordHash?: string;
}

/** Creates accounts from one IP address, spread over some devices: a fraud ring, or customers of a mobile carrier. */
export async function makeAccountsAtAddress(core: TestCore, crowd: AccountsAtAddress): Promise<TestUser[]> {
  const { accounts, devices, ip, withinMinutes, name, browser = phoneBrowser, passwordHash } = crowd;
  const users: TestUser[] = [];
  for (let i = 0; i < accounts; i++) {
    const user = await makeUser(core, {
      ip,
      device: `${name}-${i % devices}`,
      userAgent: browser(i),
      firstName: name,
      lastName: `No ${i}`,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    });
    await core.database.sql`
      update users set created_at = now() - make_interval(secs => ${(withinMinutes * 60 * (accounts - i)) / accounts})
      where id = ${user.id}`;
    users.push(user);
  }
  const [last] = users;
  if (last) await setRegistrationTime(core, last, withinMinutes);
  return users;
}
