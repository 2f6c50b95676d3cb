import { adminPaths } from '@inaam/contracts/common/paths';
import type { PayloadOf } from '@inaam/contracts/messages/messages';
import type { Tx } from '@inaam/db/client';
import { admins } from '@inaam/db/schema/identity';
import { and, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

type Notice = Omit<PayloadOf<'admin_notice'>, 'url'>;
type NoticeServices = { secrets: SecretBox; backOfficePolicy: BackOfficePolicy };

async function notify(
  tx: Tx,
  { secrets, backOfficePolicy }: NoticeServices,
  event: string,
  recipients: SQL | undefined,
  notice: Notice,
): Promise<void> {
  const payload = { ...notice, url: `${backOfficePolicy.origin}${adminPaths.approvals}` };
  const readers = await tx
    .select({ id: admins.id, email: admins.email })
    .from(admins)
    .where(and(isNull(admins.deactivatedAt), recipients));
  for (const { id, email } of readers) {
    const about = { kind: 'admin_notice', eventKey: `${event}:${id}`, userId: null, recipient: email } as const;
    await enqueueMessage(tx, secrets, { ...about, payload, sealed: {} });
  }
}

/** Mails all owners, or all except one. @param event identifies the event: a repeated event sends no second mail */
export const notifyOwners = (
  tx: Tx,
  services: NoticeServices,
  event: string,
  except: number | null,
  notice: Notice,
): Promise<void> =>
  notify(
    tx,
    services,
    event,
    and(eq(admins.role, 'owner'), except === null ? undefined : ne(admins.id, except)),
    notice,
  );

/** Mails one admin. @param event identifies the event: a repeated event sends no second mail */
export const notifyAdmin = (
  tx: Tx,
  services: NoticeServices,
  event: string,
  adminId: number,
  notice: Notice,
): Promise<void> => notify(tx, services, event, eq(admins.id, adminId), notice);
