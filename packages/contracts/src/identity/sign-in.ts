import { z } from 'zod';
import { roles } from '../access/permissions.ts';
import { emailField, fieldMeta, fields, integer, string } from '../common/fields.ts';
import { languageNames } from '../common/language.ts';
import {
  comparedText,
  email,
  nameText,
  oneLine,
  readFactorCode,
  requiredComparedText,
  requiredName,
  requiredText,
  text,
} from '../common/text.ts';

/** Inputs and answers of sign-in and sign-out, for users and admins. */

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
export const USERNAME_MIN = 3;

/** Any 8 to 256 characters. Passwords are never trimmed. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`)
  .meta(fields.password);

/** A password to compare. The maximum length limits the work of hashing. */
const anyPassword = z
  .string()
  .min(1, 'is required')
  .max(PASSWORD_MAX, `must be at most ${PASSWORD_MAX} characters`)
  .meta(fields.password);

/** The hash of the device's features: a forgeable hint, never an identity. */
export const deviceFingerprint = text(64)
  .transform((value) => value || undefined)
  .optional()
  .meta(fieldMeta('Hash of the device’s visible features: a hint, never an identity', '1k3fz9q'));

/** The solution of `user.identity.challenge`, if one was required: base64 of ALTCHA's payload. */
const proof = text(4000)
  .optional()
  .meta(
    fieldMeta(
      'The solution, in ALTCHA’s format, of a challenge that the web app requests. Needed only after a sign-up was refused for lack of a solution',
      'eyJjaGFsbGVuZ2UiOnt9fQ==',
    ),
  );

export const registerInput = z.object({
  firstName: requiredName(80).meta(fields.firstName),
  /** Optional, since many people have a single name. */
  lastName: nameText(80).default('').meta(fields.lastName),
  email,
  password: newPassword,
  deviceFingerprint,
  language: z.enum(languageNames).optional().meta(fieldMeta('Language of the app and of its mails', 'en')),
  proof,
});
export const signUpChallengeInput = z.object({ deviceFingerprint });
/** ALTCHA's challenge (https://altcha.org/docs/v2/proof-of-work) in the format of ALTCHA's library. */
export const signUpChallenge = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number().optional(),
    }),
    signature: z.string().optional(),
  }),
});
/** The decoded proof: the challenge and its solution. */
export const signUpProof = z.object({
  challenge: z.object({ parameters: z.looseObject({ nonce: z.string().max(200) }), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
});
export type SignUpChallenge = z.output<typeof signUpChallenge>;
export const loginInput = z.object({ email, password: anyPassword, deviceFingerprint });
export const providerLoginInput = z.object({
  idToken: requiredText(8192).meta(
    fieldMeta("The identity provider's ID token, a JWT", 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'),
  ),
  deviceFingerprint,
  /** Needed only if the sign-in creates an account, and its IP address or device has created too many before. */
  proof,
});

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<typeof loginInput>;
export type ProviderLoginInput = z.output<typeof providerLoginInput>;

export const sessionUser = z.object({
  id: integer(fieldMeta('Id of the user', 42)),
  firstName: string(fields.firstName),
  lastName: string(fields.lastName),
  email: emailField(fields.email),
});
export type SessionUser = z.infer<typeof sessionUser>;
/**
 * The owner of a session. The web app gets the flags together with the offers, because a message that appears later
 * would move the offers.
 */
export interface SessionOwner extends SessionUser {
  /** Whether a bar asks the user to verify the email address, which spins require. */
  mustVerify: boolean;
  /** Whether the account will be deleted, or legal texts changed since the user agreed to them. */
  hasAccountNotice: boolean;
  /** Whether support resent or replaced a voucher's code, or a voucher expires soon. */
  hasVoucherNotice: boolean;
}

/** `sessionId` identifies the session but does not authenticate; only the cookie has the secret. */
export const signedInUser = z.object({ sessionId: string(fields.sessionId), user: sessionUser });
export type SignedInUser = z.infer<typeof signedInUser>;

export const adminLoginInput = z.object({
  username: requiredComparedText(64).meta(fields.username),
  password: anyPassword,
  code: text(40)
    .transform((value) => readFactorCode(value) || undefined)
    .optional()
    .meta(
      fieldMeta('If a second factor is set up: six digits from the authenticator app, or a recovery code', '123456'),
    ),
});

/**
 * `setupToken` is required for the first admin and ignored later. Errors name the first problem, so the password comes
 * before the username: specification section 5.
 */
export const adminRegisterInput = z.object({
  password: newPassword,
  username: oneLine(comparedText(64))
    .pipe(z.string().min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`))
    .meta(fields.username),
  email,
  setupToken: text(128)
    .optional()
    .meta(fieldMeta('The token from the data folder; needed only to create the first admin', 'setup-7f3a')),
  /** At most the creator's role; default `manager`. The first admin is an owner. */
  role: z
    .enum(roles, `must be one of ${roles.join(', ')}`)
    .optional()
    .meta(fieldMeta('What the admin may do; each role includes the rights of the roles before it', 'manager')),
});

export type AdminLoginInput = z.output<typeof adminLoginInput>;
export type AdminRegisterInput = z.output<typeof adminRegisterInput>;

export const sessionAdmin = z.object({ username: string(fields.username), email: emailField(fields.email) });
export type SessionAdmin = z.infer<typeof sessionAdmin>;
/** The signed-in admin with their permissions: packages/contracts/src/access/permissions.ts. */
export const ownAdmin = sessionAdmin.extend({
  role: z.enum(roles),
  /** Whether the admin must set up a second factor first. */
  must_set_up_factor: z.boolean(),
  has_factor: z.boolean(),
});
export type OwnAdmin = z.infer<typeof ownAdmin>;
export const signedInAdmin = z.object({ sessionId: string(fields.sessionId), admin: sessionAdmin });
export type SignedInAdmin = z.infer<typeof signedInAdmin>;

export const sessionIdInput = z.object({ sessionId: requiredText(128) });

/** Public facts that the web apps load at run time, before sign-in. */
export const site = z.object({
  brandName: z.string(),
  supportEmail: z.string(),
  networkName: z.string(),
  /** Minimum age for sign-up, in years. */
  minimumAge: z.number(),
  /** Days between a person's request to delete the account and the deletion. */
  deletionDays: z.number(),
  /** Days that logs are kept: the privacy page shows them. */
  logRetentionDays: z.number(),
  /** The person who answers complaints about personal data, shown on the legal page. */
  grievanceOfficer: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** Where 'Continue with Google' leads: the sandbox's account chooser, or a Firebase project. */
  provider: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sandbox'), chooserUrl: z.string() }),
    z.object({ kind: z.literal('firebase'), apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
    z.object({ kind: z.literal('none') }),
  ]),
});
export type Site = z.infer<typeof site>;
