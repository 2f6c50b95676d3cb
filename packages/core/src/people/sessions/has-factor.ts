import { type SQL, sql } from 'drizzle-orm';

/** Whether an admin has a second factor: a passkey, or an app whose first code was right. @param adminId or a column */
export const hasFactor = (adminId: SQL | number): SQL<boolean> => sql<boolean>`(
  exists (select 1 from admin_passkeys k where k.admin_id = ${adminId})
    or exists (select 1 from admin_totp t where t.admin_id = ${adminId} and t.secret is not null))`;
