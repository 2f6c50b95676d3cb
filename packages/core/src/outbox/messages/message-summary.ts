import { userPaths } from '@inaam/contracts/common/paths';
import { type MessageKind, messageKinds, type PayloadOf } from '@inaam/contracts/messages/messages';
import { buildMailContent, type MailRecipient } from './content.ts';

/** A message in two lines, with where it leads: what a push and the bell show. */
export interface MessageSummary {
  title: string;
  text: string;
  /** A path of the app. */
  path: string;
}

/** Where a kind leads; the others lead to the account. */
const placeOf: { [K in MessageKind]?: (facts: PayloadOf<K>) => string } = {
  spin_ready: ({ offer_id }) => `${userPaths.offers}?spin=${offer_id}`,
  owed_win_filled: () => userPaths.vouchers,
  voucher_expiring: () => userPaths.vouchers,
  case_answered: () => userPaths.offers,
};

/**
 * The title and the preview of the kind's mail: each is said in one place.
 * @param payload as it lies in the database
 * @returns undefined when it is not what the kind needs
 */
export function summarizeMessage(
  kind: MessageKind,
  payload: unknown,
  reader: MailRecipient,
): MessageSummary | undefined {
  const facts = messageKinds[kind].payload.safeParse(payload);
  if (!facts.success) return undefined;
  // Links and codes stand in neither line. Each kind's functions fit its own facts, which its schema has just checked.
  const write = buildMailContent[kind] as (facts: object, to: MailRecipient) => { subject: string; preview: string };
  const { subject, preview } = write({ ...facts.data, token: '', code: '' }, reader);
  const place = placeOf[kind] as ((facts: object) => string) | undefined;
  return { title: subject, text: preview, path: place?.(facts.data) ?? userPaths.account };
}
