export { addAdminPasskey, adminPasskeyChallenge, adminPasskeyToMake, removeAdminPasskey } from './passkeys.ts';
export { adminSignIn, adminSignInByPasskey, confirmItIsYou } from './prove.ts';
export { newRecoveryCodes } from './recovery-codes.ts';
export { confirmTotp, removeTotp, totpToMake } from './totp.ts';
