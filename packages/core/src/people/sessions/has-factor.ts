import { type SQL, sql } from 'drizzle-orm';

/** SQL condition: the admin has a passkey or a confirmed authenticator app. @param adminId a value or column */
export const hasFactor = (adminId: SQL | number): SQL<boolean> => sql<boolean>`(
  exists (select 1 from admin_passkeys k where k.admin_id = ${adminId})
    or exists (select 1 from admin_totp t where t.admin_id = ${adminId} and t.secret is not null))`;
