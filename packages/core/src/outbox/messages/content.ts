import { translateBrowserName } from '@inaam/contracts/account/browser-name';
import { emailPaths } from '@inaam/contracts/common/email-paths';
import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { MessageKind, PayloadOf, SealedOf } from '@inaam/contracts/messages/messages';
import { button, code, facts, type MailContent, note, paragraph } from './blocks.ts';
import type { MailLocale } from './mail-locale.ts';

/** The recipient of a mail, and the other values that the texts of every mail use. */
export interface MailRecipient extends MailLocale {
  brandName: string;
  appOrigin: string;
  /** null if unknown, or if the address is not verified: text that a user typed must never reach a stranger. */
  firstName: string | null;
  /** The user has proved that the address is theirs. */
  isVerified: boolean;
  /** True if an account with this address exists. */
  hasAccount: boolean;
}

type Write<K extends MessageKind> = (facts: PayloadOf<K> & SealedOf<K>, reader: MailRecipient) => MailContent;

const greet = ({ firstName, words }: MailRecipient): string =>
  firstName === null ? words.hello : words.helloNamed({ name: firstName });

/**
 * Builds a link with the secret after the `#`. Browsers never send that part, so no log and no `Referer` contains it.
 */
const linkTo = ({ appOrigin }: MailRecipient, path: string, token: string): string => `${appOrigin}${path}#${token}`;

/** The content of every kind of mail. */
export const buildMailContent: { [K in MessageKind]: Write<K> } = {
  sign_up: ({ token, code: digits }, reader) => {
    const { words, brandName: brand } = reader;
    return reader.hasAccount
      ? {
          subject: words.takenSubject({ brand }),
          preview: words.takenPreview,
          title: words.takenTitle,
          blocks: [
            paragraph(greet(reader)),
            paragraph(words.taken1({ brand })),
            button(words.signIn, `${reader.appOrigin}${userPaths.login}`),
            note(words.taken2),
          ],
        }
      : {
          subject: words.codeSubject({ code: digits, brand }),
          preview: words.signUpPreview,
          title: words.signUpTitle,
          blocks: [
            paragraph(words.hello),
            paragraph(words.signUp1),
            button(words.signUpTitle, linkTo(reader, emailPaths.verify, token)),
            paragraph(words.signUpCode),
            code(digits),
            note(words.signUp2),
          ],
        };
  },
  verify_email: ({ token, code: digits }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.codeSubject({ code: digits, brand }),
      preview: words.verifyPreview,
      title: words.verifyTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.verify1),
        button(words.verifyLabel, linkTo(reader, emailPaths.verify, token)),
        paragraph(words.orTypeCode),
        code(digits),
        note(words.verify2({ brand })),
      ],
    };
  },
  reset_password: ({ token }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.resetSubject({ brand }),
      preview: words.resetPreview,
      title: words.resetTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.reset1),
        button(words.resetLabel, linkTo(reader, emailPaths.reset, token)),
        note(`${words.resetPreview} ${words.ignore}`),
      ],
    };
  },
  sign_in_link: ({ token }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.linkSubject({ brand }),
      preview: words.linkPreview,
      title: words.linkTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.link1),
        button(words.signIn, linkTo(reader, emailPaths.signInLink, token)),
        note(`${words.link2} ${words.ignore}`),
      ],
    };
  },
  confirm_email: ({ token, code: digits }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.codeSubject({ code: digits, brand }),
      preview: words.confirmPreview,
      title: words.confirmTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.confirm1({ brand })),
        button(words.confirmLabel, linkTo(reader, emailPaths.confirmEmail, token)),
        paragraph(words.orTypeCode),
        code(digits),
        note(`${words.confirm2} ${words.ignore}`),
      ],
    };
  },
  email_changed: ({ email, token }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.movedSubject({ brand }),
      preview: words.movedPreview({ email }),
      title: words.movedTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.moved1({ email })),
        note(words.moved2),
        button(words.movedLabel, linkTo(reader, emailPaths.undoEmail, token)),
        note(words.moved3),
      ],
    };
  },
  password_changed: ({ at }, reader) => {
    const { words, brandName: brand, dateTime } = reader;
    return {
      subject: words.passwordSubject({ brand }),
      preview: words.passwordPreview,
      title: words.passwordTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.password1),
        facts([words.when, dateTime(at)]),
        note(words.notYou),
      ],
    };
  },
  passkey_added: ({ name }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.passkeySubject({ brand }),
      preview: words.passkeyPreview,
      title: words.passkeyTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.passkey1),
        ...(reader.isVerified ? [facts([words.passkey, name])] : []),
        note(`${words.passkey2} ${words.notYou}`),
      ],
    };
  },
  passkeys_removed: ({ count }, reader) => {
    const { words, brandName: brand } = reader;
    return {
      subject: words.passkeysGoneSubject({ brand }),
      preview: words.passkeysGonePreview,
      title: words.passkeysGoneTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.passkeysGone1({ count })),
        button(words.passkeysGoneLabel, `${reader.appOrigin}${userPaths.account}`),
        note(words.passkeysGone2),
      ],
    };
  },
  new_device: ({ browser: name, ip, at }, reader) => {
    const { words, brandName: brand, dateTime } = reader;
    const { browserOn, unknownBrowser } = words;
    const browser = translateBrowserName(name, { browserOn, unknownBrowser });
    return {
      subject: words.deviceSubject({ brand }),
      preview: `${browser}, ${dateTime(at)}`,
      title: words.deviceTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.device1),
        facts([words.browser, browser], ...(ip === null ? [] : [[words.address, ip] as [string, string]]), [
          words.when,
          dateTime(at),
        ]),
        button(words.deviceLabel, `${reader.appOrigin}${userPaths.account}`),
        note(`${words.device2} ${words.notYou}`),
      ],
    };
  },
  deletion_due: ({ at }, reader) => {
    const { words, brandName: brand, date } = reader;
    return {
      subject: words.leavingSubject({ brand }),
      preview: words.leavingPreview({ date: date(at) }),
      title: words.leavingTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.leaving1({ date: date(at) })),
        button(words.leavingLabel, `${reader.appOrigin}${userPaths.account}`),
        note(words.leaving2),
      ],
    };
  },
  account_deleted: (_, { words, brandName: brand }) => ({
    subject: words.goneSubject({ brand }),
    preview: words.gone2,
    title: words.goneTitle,
    blocks: [paragraph(words.hello), paragraph(words.gone1), note(words.gone2)],
  }),
  spin_ready: ({ offer, offer_id }, reader) => {
    const { words } = reader;
    return {
      subject: words.readySubject,
      preview: words.readyPreview({ offer }),
      title: words.readySubject,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.ready1({ offer })),
        button(words.spin, `${reader.appOrigin}${userPaths.offers}?spin=${offer_id}`),
      ],
    };
  },
  owed_win_filled: ({ brand, amount }, reader) => {
    const { words } = reader;
    const rupees = formatRupees(amount);
    return {
      subject: words.filledSubject({ amount: rupees, brand }),
      preview: words.filledPreview,
      title: words.filledTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.filled1),
        facts([words.voucher, brand], [words.amount, rupees]),
        button(words.seeCode, `${reader.appOrigin}${userPaths.vouchers}`),
      ],
    };
  },
  voucher_expiring: ({ brand, amount, expires }, reader) => {
    const { words, date } = reader;
    const rupees = formatRupees(amount);
    return {
      subject: words.expiringSubject({ amount: rupees, brand }),
      preview: words.expiringPreview({ date: date(expires) }),
      title: words.expiringTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(words.expiring1),
        facts([words.voucher, brand], [words.amount, rupees], [words.useBy, date(expires)]),
        button(words.seeCode, `${reader.appOrigin}${userPaths.vouchers}`),
      ],
    };
  },
  case_answered: ({ credited, offer, answer, held_until }, reader) => {
    const { words } = reader;
    const next = describeSpinAfterCredit(held_until, reader);
    return {
      subject: credited ? words.creditedSubject({ offer }) : words.answeredSubject({ offer }),
      preview: credited ? next : words.answeredPreview,
      title: credited ? words.creditedTitle : words.answeredTitle,
      blocks: [
        paragraph(greet(reader)),
        paragraph(credited ? words.credited1({ offer, next }) : words.answered1({ offer })),
        ...(answer && !credited && reader.isVerified ? [facts([words.answer, answer])] : []),
        button(
          credited && held_until === null ? words.spin : words.seeOffers,
          `${reader.appOrigin}${userPaths.offers}`,
        ),
      ],
    };
  },
  // Always in English, because admins get this mail and their screens are in English.
  admin_digest: ({ day, url, figures, todos }, { brandName, date }) => ({
    subject: `${brandName}: ${todos.length === 0 ? 'Nothing needs attention' : todos[0]}`,
    preview: figures.map(([name, value]) => `${name} ${value}`).join(', '),
    title: `Figures of ${date(`${day}T12:00:00+05:30`)}`,
    blocks: [
      facts(...figures),
      paragraph(todos.length === 0 ? 'Nothing needs attention.' : 'Needs attention:'),
      ...todos.map((each) => paragraph(`• ${each}`)),
      button('Open the dashboard', url),
      note('You opted in to this mail. You can turn it off in Admin Settings.'),
    ],
  }),
  admin_notice: ({ title, text, facts: rows, url, label }, { brandName }) => ({
    subject: `${brandName}: ${title}`,
    preview: text,
    title,
    blocks: [paragraph(text), ...(rows.length > 0 ? [facts(...rows)] : []), button(label, url)],
  }),
};

/** @param heldUntil null if the spin is not on hold */
const describeSpinAfterCredit = (heldUntil: string | null, { words, dateTime }: MailRecipient): string =>
  heldUntil === null ? words.spinReady : words.spinReadyOn({ date: dateTime(heldUntil) });
