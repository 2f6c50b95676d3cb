import { z } from 'zod';
import { ownPasskey, passkeyAssertion } from '../account/account.ts';
import { readFactorCode, requiredText, text } from '../common/text.ts';

export const secondFactor = z.object({
  required: z.boolean(),
  totp: z.boolean(),
  /** Unused recovery codes. */
  recovery_codes_left: z.number(),
  passkeys: z.array(ownPasskey),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** A secret for an authenticator app, as text and as the `otpauth` URI of its QR code. */
export const totpEnrollment = z.object({ secret: z.string(), uri: z.string() });
export type TotpEnrollment = z.infer<typeof totpEnrollment>;

/** Six digits from the app, or a recovery code. */
export const factorCode = requiredText(40).transform(readFactorCode);
export const totpCodeInput = z.object({
  code: text(40)
    .transform(readFactorCode)
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
});

/** How a signed-in admin confirms their identity again. */
export const confirmInput = z.union([
  z.object({ answer: passkeyAssertion }),
  z.object({ code: factorCode }),
  z.object({ password: z.string().min(1, 'is required').max(256, 'must be at most 256 characters') }),
]);
export type ConfirmInput = z.output<typeof confirmInput>;
