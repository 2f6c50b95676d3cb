import { z } from 'zod';
import { languageNames } from '../common/language.ts';
import { email, requiredText, text } from '../common/text.ts';
import { deviceFingerprint, newPassword, PASSWORD_MAX, signedInUser } from '../identity/sign-in.ts';
import { agreements } from './consents.ts';

/** A person's own account: what they see of it, and what they may change. Times ISO. */

/** The secret in the link of a mail. */
const token = requiredText(100);
/** Six digits, with whatever spaces a person types between them. */
const code = text(20)
  .transform((value) => value.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'must be the six digits of the mail'));
const currentPassword = z
  .string()
  .min(1, 'is required')
  .max(PASSWORD_MAX, `must be at most ${PASSWORD_MAX} characters`);

export const tokenInput = z.object({ token });
export const codeInput = z.object({ code });
export const emailInput = z.object({ email });
export const finishSignUpInput = z.object({ email, code });
export const resetPasswordInput = z.object({ token, password: newPassword });
export const signInLinkInput = z.object({ token, deviceFingerprint });
export const changePasswordInput = z.object({ password: currentPassword, newPassword });
export const changeEmailInput = z.object({ email, password: currentPassword });
export const languageInput = z.object({ language: z.enum(languageNames) });
export const changeNamesInput = z.object({ firstName: requiredText(80), lastName: requiredText(80) });
export const confirmPasswordInput = z.object({ password: z.string().max(PASSWORD_MAX) });

/** What a browser's `navigator.credentials` gives, as @simplewebauthn/browser writes it down: base64url throughout. */
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
export const passkeyInput = z.object({ name: requiredText(60), made: passkeyRegistration });
export const passkeySignInInput = z.object({ answer: passkeyAssertion, deviceFingerprint });
export const adminPasskeyInput = z.object({ answer: passkeyAssertion });
export const passkeyIdInput = z.object({ passkey_id: requiredText(1400) });

/** Sign-up where the account comes with the mail: the same whether the address is taken or not. */
export const signUpRequested = z.object({ message: z.string() });
export const signUpAnswer = z.union([signedInUser, signUpRequested]);
export type SignUpAnswer = z.output<typeof signUpAnswer>;

export const accountOverview = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  /** A spin waits until the address is verified. */
  must_verify: z.boolean(),
  /** Is there mail at all? */
  mail: z.boolean(),
  has_password: z.boolean(),
  /** Joined with an account of the identity provider. */
  google: z.boolean(),
  /** When the account will be deleted; null while nobody has asked for it. */
  deletion_due_at: z.string().nullable(),
  /** What has changed since the person agreed to it: a newer text, or a higher age. */
  changed_texts: z.array(z.enum(agreements)),
  /** Of the app and of mails; null until a browser of theirs has said which. */
  language: z.enum(languageNames).nullable(),
  passkeys: z.array(
    z.object({
      passkey_id: z.string(),
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
});
export type AccountOverview = z.output<typeof accountOverview>;

export const accountSession = z.object({
  session_id: z.string(),
  /** The one that asks. */
  present: z.boolean(),
  /** `Chrome on Android` */
  browser: z.string(),
  ip: z.string().nullable(),
  google: z.boolean(),
  created_at: z.string(),
  /** To the hour. */
  last_seen_at: z.string(),
});
/** All that is held about a person: a section for each kind, rows as they lie in the database. */
export const accountExport = z.object({
  at: z.string(),
  sections: z.array(z.object({ name: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
});
export type AccountExport = z.output<typeof accountExport>;

export type AccountSession = z.output<typeof accountSession>;
