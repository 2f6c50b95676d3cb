import { z } from 'zod';
import { passkeyAssertion } from '../account/account.ts';
import { requiredText } from '../common/text.ts';

/** What an admin proves themselves with beside the password. */
export const secondFactor = z.object({
  /** Is one required here? */
  required: z.boolean(),
  /** Has an authenticator app. */
  totp: z.boolean(),
  /** Codes on paper that are still good. */
  recovery_codes_left: z.number(),
  passkeys: z.array(
    z.object({
      passkey_id: z.string(),
      name: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** A secret for an authenticator app, as text and as the address that its QR code holds. */
export const totpEnrollment = z.object({ secret: z.string(), uri: z.string() });
export type TotpEnrollment = z.infer<typeof totpEnrollment>;

/** Six digits of the app, or a recovery code. */
export const factorCode = requiredText(40);
export const totpCodeInput = z.object({ code: z.string().regex(/^\d{6}$/, 'must be six digits') });

/** How somebody who is signed in shows that it is them. */
export const confirmInput = z.union([
  z.object({ answer: passkeyAssertion }),
  z.object({ code: factorCode }),
  z.object({ password: z.string().min(1, 'is required').max(256, 'must be at most 256 characters') }),
]);
export type ConfirmInput = z.output<typeof confirmInput>;
