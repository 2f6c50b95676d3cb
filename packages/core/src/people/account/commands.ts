export {
  changeNames,
  changePassword,
  confirmEmailByCode,
  confirmEmailByLink,
  requestEmailChange,
  setLanguage,
  undoEmailChange,
} from './change.ts';
export { acceptTerms } from './consents.ts';
export { cancelDeletion, deleteDueAccounts, requestDeletion, sendDeletionNotices } from './delete-account.ts';
export { endOtherSessions, endOwnSession } from './overview.ts';
export {
  addPasskey,
  createPasskeyChallenge,
  passkeyCreationOptions,
  removePasskey,
  signInByPasskey,
} from './passkeys.ts';
export { providerSignIn } from './provider-sign-in.ts';
export { resetPassword, sendLink } from './reset-password.ts';
export { type SignInResult, signIn } from './sign-in.ts';
export { signInByLink } from './sign-in-link.ts';
export { register, requestSignUp } from './sign-up.ts';
export { describeLink } from './tokens.ts';
export { finishSignUp, resendVerification, verifyByCode, verifyByLink } from './verify-email.ts';
