export {
  changeNames,
  changePassword,
  chooseLanguage,
  confirmEmailByCode,
  confirmEmailByLink,
  requestEmailChange,
  undoEmailChange,
} from './change.ts';
export { acceptTexts } from './consents.ts';
export { deleteDueAccounts, keepAccount, requestDeletion } from './leave.ts';
export { endOtherSessions, endOwnSession } from './overview.ts';
export { addPasskey, passkeyChallenge, passkeyToMake, removePasskey, signInByPasskey } from './passkeys.ts';
export { providerSignIn } from './provider-sign-in.ts';
export { resetPassword, sendLink } from './reset-password.ts';
export { type SignInResult, signIn } from './sign-in.ts';
export { signInByLink } from './sign-in-link.ts';
export { register, requestSignUp } from './sign-up.ts';
export { finishSignUp, resendVerification, verifyByCode, verifyByLink } from './verify-email.ts';
