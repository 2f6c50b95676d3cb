import type { UserOffer } from '@inaam/contracts/offers/offers';
import { formatDateTime } from '../../words/dates.ts';
import { offerDetails as words } from '../../words/words.ts';

/** The link for a mail to support. The mail contains the ids that identify the offer. */
export function buildSupportMail(supportEmail: string, offer: UserOffer): string {
  const lines = [
    words.mailIntro,
    '',
    '',
    words.mailOffer({ title: offer.title }),
    words.mailOfferId({ id: offer.offer_id }),
    words.mailClickId({ id: offer.click_id ?? words.mailNone }),
    words.mailStarted({
      at:
        offer.started_at === null ? words.mailUnknown : `${formatDateTime(offer.started_at)} IST (${offer.started_at})`,
    }),
  ];
  const subject = words.mailSubject({ title: offer.title });
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
