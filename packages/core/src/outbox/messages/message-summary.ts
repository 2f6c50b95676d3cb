import { userPaths } from '@inaam/contracts/common/paths';
import { type MessageKind, messageKinds, type PayloadOf } from '@inaam/contracts/messages/messages';
import { buildMailContent, type MailRecipient } from './content.ts';

/** A message in two lines with a link, for pushes and notifications. */
export interface MessageSummary {
  title: string;
  text: string;
  /** A path in the user app. */
  path: string;
}

/** The page that each kind of message links to. Kinds that are not listed link to the account page. */
const targets: { [K in MessageKind]?: (facts: PayloadOf<K>) => string } = {
  spin_ready: ({ offer_id }) => `${userPaths.offers}?spin=${offer_id}`,
  owed_win_filled: () => userPaths.vouchers,
  voucher_expiring: () => userPaths.vouchers,
  case_answered: () => userPaths.offers,
};

/**
 * Summarizes a message by the subject and preview of its mail.
 * @param payload as stored in the database
 * @returns undefined if the payload does not fit the kind
 */
export function summarizeMessage(
  kind: MessageKind,
  payload: unknown,
  reader: MailRecipient,
): MessageSummary | undefined {
  const facts = messageKinds[kind].payload.safeParse(payload);
  if (!facts.success) return undefined;
  // Subject and preview contain neither links nor codes, so the sealed values are not needed. The cast is safe: the
  // schema of this kind has just checked the payload.
  const write = buildMailContent[kind] as (facts: object, to: MailRecipient) => { subject: string; preview: string };
  const { subject, preview } = write({ ...facts.data, token: '', code: '' }, reader);
  const place = targets[kind] as ((facts: object) => string) | undefined;
  return { title: subject, text: preview, path: place?.(facts.data) ?? userPaths.account };
}
