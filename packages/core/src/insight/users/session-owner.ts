import type { SessionOwner } from '@inaam/contracts/identity/sign-in';
import { users } from '@inaam/db/schema/identity';
import { eq } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { hasVoucherNotices } from '../../ledger/vouchers/notices.ts';
import type { AccountPolicy } from '../../people/account/account-policy.ts';
import { listChangedTerms } from '../../people/account/consents.ts';
import { mustVerify } from '../../people/account/overview.ts';
import type { AuthenticatedUser } from '../../people/sessions/session-tables.ts';

/** Returns the owner of a session, with flags for the messages that the first screen shows. */
export async function getSessionOwner(
  services: { kernel: Kernel; mail: MailSettings; accounts: AccountPolicy },
  { id, firstName, lastName, email, verified }: AuthenticatedUser,
): Promise<SessionOwner> {
  const { kernel, mail, accounts } = services;
  const [hasVoucherNotice, changedTerms, [user]] = await Promise.all([
    hasVoucherNotices(kernel, id),
    listChangedTerms(services, id),
    kernel.read((db) => db.select({ deletionDueAt: users.deletionDueAt }).from(users).where(eq(users.id, id))),
  ]);
  return {
    id,
    firstName,
    lastName,
    email,
    mustVerify: mail.mailer.isOn && mustVerify(accounts, verified),
    hasAccountNotice: changedTerms.length > 0 || (user !== undefined && user.deletionDueAt !== null),
    hasVoucherNotice,
  };
}
