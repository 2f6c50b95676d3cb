export { adminSignIn, adminSignInByPasskey, confirmIdentity } from './admin-sign-in.ts';
export {
  addAdminPasskey,
  createAdminPasskeyChallenge,
  getAdminPasskeyCreationOptions,
  removeAdminPasskey,
} from './passkeys.ts';
export { regenerateRecoveryCodes } from './recovery-codes.ts';
export { confirmTotp, removeTotp, totpEnrollment } from './totp.ts';
