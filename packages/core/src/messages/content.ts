import { emailPaths } from '@inaam/contracts/common/email-paths';
import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import type { MessageKind, PayloadOf, SealedOf } from '@inaam/contracts/messages/messages';
import { button, code, facts, type MailContent, note, paragraph } from './blocks.ts';

/** Whom a mail is for, as the words need it. */
export interface MailReader {
  brandName: string;
  appOrigin: string;
  /** null where it is not known who reads. */
  firstName: string | null;
  /** There is an account with this address. */
  hasAccount: boolean;
}

type Write<K extends MessageKind> = (facts: PayloadOf<K> & SealedOf<K>, reader: MailReader) => MailContent;

const hello = ({ firstName }: MailReader): string => (firstName === null ? 'Hello,' : `Hello ${firstName},`);

/** The secret stands behind the `#`: browsers send that part nowhere, so no log and no `Referer` has it. */
const linkTo = ({ appOrigin }: MailReader, path: string, token: string): string => `${appOrigin}${path}#${token}`;

const NOT_YOU = 'If this was not you, somebody else may know your password: reset it from the sign-in page.';
const IGNORE = 'If you did not ask for this, ignore this mail: nothing changes.';

/** The words of every kind of mail. */
export const contentOf: { [K in MessageKind]: Write<K> } = {
  sign_up: ({ firstName, token, code: digits }, reader) =>
    reader.hasAccount
      ? {
          subject: `You already have a ${reader.brandName} account`,
          preview: 'Somebody tried to sign up with your e-mail address.',
          title: 'You already have an account',
          blocks: [
            paragraph(hello(reader)),
            paragraph(
              `somebody, perhaps you, tried to create a ${reader.brandName} account with this e-mail address. There ` +
                'is one already, and it was not changed.',
            ),
            button('Sign in', `${reader.appOrigin}${userPaths.login}`),
            note('Forgotten the password? Reset it from the sign-in page. If this was not you, ignore this mail.'),
          ],
        }
      : {
          subject: `${digits} is your ${reader.brandName} code`,
          preview: 'One step is left to finish signing up.',
          title: 'Finish signing up',
          blocks: [
            paragraph(`Hello ${firstName},`),
            paragraph(`one step is left: show that this address is yours, and your account is ready.`),
            button('Finish signing up', linkTo(reader, emailPaths.verify, token)),
            paragraph('Or type this code where you signed up:'),
            code(digits),
            note('Link and code work for one day. If you did not sign up, ignore this mail: no account is made.'),
          ],
        },
  verify_email: ({ token, code: digits }, reader) => ({
    subject: `${digits} is your ${reader.brandName} code`,
    preview: 'Verify your e-mail to spin the wheel.',
    title: 'Verify your e-mail',
    blocks: [
      paragraph(hello(reader)),
      paragraph(
        'show that this address is yours, and the wheel is yours to spin. It is also how you get back in, ' +
          'should you forget your password.',
      ),
      button('Verify my e-mail', linkTo(reader, emailPaths.verify, token)),
      paragraph('Or type this code in the app:'),
      code(digits),
      note(`Link and code work for one day. If you have no ${reader.brandName} account, ignore this mail.`),
    ],
  }),
  reset_password: ({ token }, reader) => ({
    subject: `Reset your ${reader.brandName} password`,
    preview: 'The link works once, for 30 minutes.',
    title: 'Reset your password',
    blocks: [
      paragraph(hello(reader)),
      paragraph('choose a new password here. You will be signed out everywhere else.'),
      button('Choose a new password', linkTo(reader, emailPaths.reset, token)),
      note(`The link works once, for 30 minutes. ${IGNORE}`),
    ],
  }),
  sign_in_link: ({ token }, reader) => ({
    subject: `Sign in to ${reader.brandName}`,
    preview: 'The link works once, for 15 minutes.',
    title: 'Sign in',
    blocks: [
      paragraph(hello(reader)),
      paragraph('this signs you in without a password, in the browser that you open it in.'),
      button('Sign in', linkTo(reader, emailPaths.signInLink, token)),
      note(`The link works once, for 15 minutes. Send it to nobody. ${IGNORE}`),
    ],
  }),
  confirm_email: ({ token, code: digits }, reader) => ({
    subject: `${digits} is your ${reader.brandName} code`,
    preview: 'Confirm your new e-mail address.',
    title: 'Confirm your new e-mail',
    blocks: [
      paragraph(hello(reader)),
      paragraph(`you want to use this address for ${reader.brandName} from now on. Confirm that it is yours.`),
      button('Confirm this address', linkTo(reader, emailPaths.confirmEmail, token)),
      paragraph('Or type this code in the app:'),
      code(digits),
      note(`Link and code work for one day. ${IGNORE}`),
    ],
  }),
  email_changed: ({ email, token }, reader) => ({
    subject: `Your ${reader.brandName} e-mail was changed`,
    preview: `From now on we write to ${email}.`,
    title: 'Your e-mail was changed',
    blocks: [
      paragraph(hello(reader)),
      paragraph(`from now on you sign in with ${email}, and we write there.`),
      note('If this was not you, take it back: your old address counts again, and everybody is signed out.'),
      button('Take it back', linkTo(reader, emailPaths.undoEmail, token)),
      note('The link works for 7 days.'),
    ],
  }),
  password_changed: ({ at }, reader) => ({
    subject: `Your ${reader.brandName} password was changed`,
    preview: 'All other devices were signed out.',
    title: 'Your password was changed',
    blocks: [
      paragraph(hello(reader)),
      paragraph('your password was changed, and all other devices were signed out.'),
      facts(['When', formatDateTime(at)]),
      note(NOT_YOU),
    ],
  }),
  passkey_added: ({ name }, reader) => ({
    subject: `A passkey was added to your ${reader.brandName} account`,
    preview: 'It signs in without a password.',
    title: 'A passkey was added',
    blocks: [
      paragraph(hello(reader)),
      paragraph('a passkey was added to your account. It signs in without a password.'),
      facts(['Passkey', name]),
      note(`You can remove it under Account. ${NOT_YOU}`),
    ],
  }),
  new_device: ({ browser, ip, at }, reader) => ({
    subject: `New sign-in to ${reader.brandName}`,
    preview: `${browser}, ${formatDateTime(at)}`,
    title: 'New sign-in',
    blocks: [
      paragraph(hello(reader)),
      paragraph('somebody signed in to your account with a browser that we had not seen before.'),
      facts(['Browser', browser], ...(ip === null ? [] : [['Address', ip] as [string, string]]), [
        'When',
        formatDateTime(at),
      ]),
      button('Look at my devices', `${reader.appOrigin}${userPaths.account}`),
      note(`If this was you, there is nothing to do. ${NOT_YOU}`),
    ],
  }),
  deletion_due: ({ at }, reader) => ({
    subject: `Your ${reader.brandName} account will be deleted`,
    preview: `On ${formatDate(at)}, unless you sign in before.`,
    title: 'Your account will be deleted',
    blocks: [
      paragraph(hello(reader)),
      paragraph(
        `as you asked, your account and all that names you will be deleted on ${formatDate(at)}. Vouchers that you ` +
          'have not used by then are lost.',
      ),
      button('Keep my account', `${reader.appOrigin}${userPaths.account}`),
      note('Until then you can sign in and take it back.'),
    ],
  }),
  account_deleted: (_, { brandName }) => ({
    subject: `Your ${brandName} account was deleted`,
    preview: 'This is the last mail that you get from us.',
    title: 'Your account was deleted',
    blocks: [
      paragraph('Hello,'),
      paragraph(
        'your account and all that named you were deleted, as you asked. What was earned and paid stays in our books ' +
          'without your name.',
      ),
      note('This is the last mail that you get from us.'),
    ],
  }),
  spin_ready: ({ offer, offer_id }, reader) => ({
    subject: 'Your spin is ready',
    preview: `${offer} is completed.`,
    title: 'Your spin is ready',
    blocks: [
      paragraph(hello(reader)),
      paragraph(`“${offer}” is completed. Spin the wheel and see what you win.`),
      button('Spin the wheel', `${reader.appOrigin}${userPaths.offers}?spin=${offer_id}`),
    ],
  }),
  owed_filled: ({ brand, amount }, reader) => ({
    subject: `Your ${formatRupees(amount)} ${brand} voucher is here`,
    preview: 'The voucher that you won has arrived.',
    title: 'Your voucher is here',
    blocks: [
      paragraph(hello(reader)),
      paragraph('the voucher that you won and were still owed has arrived.'),
      facts(['Voucher', brand], ['Amount', formatRupees(amount)]),
      button('See the code', `${reader.appOrigin}${userPaths.vouchers}`),
    ],
  }),
  voucher_expiring: ({ brand, amount, expires }, reader) => ({
    subject: `Your ${formatRupees(amount)} ${brand} voucher expires soon`,
    preview: `Use it by ${formatDate(expires)}.`,
    title: 'Use your voucher in time',
    blocks: [
      paragraph(hello(reader)),
      paragraph('a voucher that you won expires soon.'),
      facts(['Voucher', brand], ['Amount', formatRupees(amount)], ['Use it by', formatDate(expires)]),
      button('See the code', `${reader.appOrigin}${userPaths.vouchers}`),
    ],
  }),
  case_answered: ({ credited, offer, answer, held_until }, reader) => ({
    subject: credited ? `“${offer}” was credited` : `About “${offer}”`,
    preview: credited ? creditedNow(held_until) : 'Your question was answered.',
    title: credited ? 'Your completion was credited' : 'Your question was answered',
    blocks: [
      paragraph(hello(reader)),
      paragraph(
        credited
          ? `you asked about “${offer}”. It is credited. ${creditedNow(held_until)}`
          : `you asked about “${offer}”. We looked into it and could not credit it.`,
      ),
      ...(answer && !credited ? [facts(['Answer', answer])] : []),
      button(
        credited && held_until === null ? 'Spin the wheel' : 'See my offers',
        `${reader.appOrigin}${userPaths.offers}`,
      ),
    ],
  }),
  admin_digest: ({ day, url, figures, needs }, { brandName }) => ({
    subject: `${brandName}: ${needs.length === 0 ? 'nothing needs you' : needs[0]}`,
    preview: figures.map(([name, value]) => `${name} ${value}`).join(', '),
    title: `The figures of ${formatDate(`${day}T12:00:00+05:30`)}`,
    blocks: [
      facts(...figures),
      paragraph(needs.length === 0 ? 'Nothing needs you.' : 'What needs you:'),
      ...needs.map((each) => paragraph(`• ${each}`)),
      button('Open the dashboard', url),
      note('You asked for this mail. It is switched off under Admin Settings.'),
    ],
  }),
};

/** @param heldUntil null: the spin is not on hold */
const creditedNow = (heldUntil: string | null): string =>
  heldUntil === null ? 'Your spin is ready.' : `Your spin will be ready on ${formatDateTime(heldUntil)}.`;
