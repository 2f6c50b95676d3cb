import { createHash } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import { canonicalMailbox } from '../users/canonical-mailbox.ts';

const HOUR = 3600;
const PER_ADDRESS = 5;
const PER_CALLER = 60;

/**
 * Limits the mails that callers can trigger, for each mailbox and for each IP address of callers. All spellings of one
 * mailbox count together. Mailboxes without an account count too.
 * @throws DomainError MAIL_IS_OFF, TOO_MANY_REQUESTS
 */
export async function limitMails(
  { mail, rateLimits }: { mail: MailSettings; rateLimits: RateLimits },
  email: string,
  ip: string | null,
): Promise<void> {
  if (!mail.mailer.isOn) throw new DomainError('MAIL_IS_OFF');
  const address = createHash('sha256').update(canonicalMailbox(email)).digest('base64url');
  await rateLimits.take(`mail:address:${address}`, PER_ADDRESS, HOUR);
  if (ip !== null) await rateLimits.take(`mail:caller:${ip}`, PER_CALLER, HOUR);
}
