import { z } from 'zod';
import { languageNames } from '../common/language.ts';
import { email, findSixDigits, nameText, requiredName, requiredText, text } from '../common/text.ts';
import { deviceFingerprint, newPassword, PASSWORD_MAX, signedInUser } from '../identity/sign-in.ts';
import { agreements } from './consents.ts';

/** A user's own account: what they see and what they may change. Times are ISO 8601. */

/** The secret of a mailed link. */
const token = requiredText(100);
const code = text(200)
  .transform(findSixDigits)
  .pipe(z.string().regex(/^\d{6}$/, 'must be the six digits of the mail'));
const currentPassword = z
  .string()
  .min(1, 'is required')
  .max(PASSWORD_MAX, `must be at most ${PASSWORD_MAX} characters`);

export const tokenInput = z.object({ token });

/** What a mailed link does. `done`: the change is already made. `invalid`: the link is unknown, used or too old. */
export const linkDescription = z.object({
  state: z.enum(['open', 'done', 'invalid']),
  /** The email address that the link confirms, or that the account gets; null if the link is invalid. */
  email: z.string().nullable(),
  /** The current email address of the account. It differs from `email` if the link changes the account's address. */
  account: z.string().nullable(),
  /** Whether the link signs the user in on this browser. */
  opens_session: z.boolean(),
});
export type LinkDescription = z.output<typeof linkDescription>;
export const codeInput = z.object({ code });
export const emailInput = z.object({ email });
export const finishSignUpInput = z.object({ email, code });
export const resetPasswordInput = z.object({ token, password: newPassword });
export const signInLinkInput = z.object({ token, deviceFingerprint });
export const changePasswordInput = z.object({ password: currentPassword, newPassword });
export const changeEmailInput = z.object({ email, password: currentPassword });
export const languageInput = z.object({ language: z.enum(languageNames) });
export const changeNamesInput = z.object({ firstName: requiredName(80), lastName: nameText(80).default('') });
export const confirmPasswordInput = z.object({ password: z.string().max(PASSWORD_MAX) });

/** A credential of `navigator.credentials` as @simplewebauthn/browser encodes it: base64url. */
const base64url = z
  .string()
  .regex(/^[\w-]*$/, 'must be base64url')
  .max(8192);
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
export const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).optional(),
  }),
});
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export const passkeyInput = z.object({ name: requiredName(60), made: passkeyRegistration });
export const passkeySignInInput = z.object({ answer: passkeyAssertion, deviceFingerprint });
export const adminPasskeyInput = z.object({ answer: passkeyAssertion });
/** A passkey as its owner sees it. */
export const ownPasskey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export const passkeyIdInput = z.object({ passkey_id: requiredText(1400) });

/** The answer to a sign-up that continues by mail, the same whether or not an account with the address exists. */
export const signUpRequested = z.object({ message: z.string() });
export const signUpAnswer = z.union([signedInUser, signUpRequested]);
export type SignUpAnswer = z.output<typeof signUpAnswer>;

export const accountOverview = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  /** Whether the user must verify the email address before a spin. */
  must_verify: z.boolean(),
  /** Whether the server can send mail. */
  mail: z.boolean(),
  has_password: z.boolean(),
  /** Whether the account is linked to an account of the identity provider. */
  google: z.boolean(),
  /** When the account will be deleted; null without a deletion request. */
  deletion_due_at: z.string().nullable(),
  /** Texts, or the minimum age, that changed since the user agreed to them. */
  changed_texts: z.array(z.enum(agreements)),
  /** The language of the app and of mails; null until a browser of this user has sent a language. */
  language: z.enum(languageNames).nullable(),
  passkeys: z.array(ownPasskey),
});
export type AccountOverview = z.output<typeof accountOverview>;

export const accountSession = z.object({
  session_id: z.string(),
  /** Whether this is the session of the request. */
  present: z.boolean(),
  /** `Chrome on Android` */
  browser: z.string(),
  ip: z.string().nullable(),
  google: z.boolean(),
  created_at: z.string(),
  /** The time of the session's last request. It may be up to an hour too early, because it is stored at most hourly. */
  last_seen_at: z.string(),
});
/** All stored data about a person: a section for each kind of data, with rows as the database stores them. */
export const accountExport = z.object({
  at: z.string(),
  sections: z.array(z.object({ name: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
});
export type AccountExport = z.output<typeof accountExport>;

export type AccountSession = z.output<typeof accountSession>;
