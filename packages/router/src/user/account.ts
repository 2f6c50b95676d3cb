import {
  changeEmailInput,
  changeNamesInput,
  changePasswordInput,
  codeInput,
  confirmPasswordInput,
  emailInput,
  finishSignUpInput,
  languageInput,
  passkeyIdInput,
  passkeyInput,
  passkeySignInInput,
  resetPasswordInput,
  signInLinkInput,
  tokenInput,
} from '@inaam/contracts/account/account';
import { sessionIdInput } from '@inaam/contracts/identity/sign-in';
import { exportAccount } from '@inaam/core/insight/users/queries';
import {
  acceptTerms,
  addPasskey,
  cancelDeletion,
  changeNames,
  changePassword,
  confirmEmailByCode,
  confirmEmailByLink,
  createPasskeyChallenge,
  describeLink,
  endOtherSessions,
  endOwnSession,
  finishSignUp,
  passkeyCreationOptions,
  removePasskey,
  requestDeletion,
  requestEmailChange,
  resendVerification,
  resetPassword,
  sendLink,
  setLanguage,
  signInByLink,
  signInByPasskey,
  undoEmailChange,
  verifyByCode,
  verifyByLink,
} from '@inaam/core/people/account/commands';
import { accountOverview, ownSessions } from '@inaam/core/people/account/queries';
import { guestProcedure, router, userProcedure } from '../procedures.ts';
import { startSession } from '../start-session.ts';

/** The reply is the same for every e-mail address, so that it does not reveal which addresses have accounts. */
const MAIL_SENT_REPLY = { message: 'If there is an account with this address, we have sent an email to it.' };

export const account = router({
  overview: userProcedure.query(({ ctx }) => accountOverview(ctx.services, ctx.user.id)),

  // Verification and sign-up by mail.
  resendVerification: userProcedure.mutation(async ({ ctx }) => {
    await resendVerification(ctx.command);
    return {};
  }),
  verifyByCode: userProcedure.input(codeInput).mutation(async ({ ctx, input }) => {
    await verifyByCode(ctx.command, input.code);
    return {};
  }),
  /** Changes nothing. It is a mutation only so that the link's secret is not in a URL. */
  describeLink: guestProcedure.input(tokenInput).mutation(({ ctx, input }) => describeLink(ctx.services, input.token)),
  /** `signedIn` is null if the account existed before: the link then only verifies the e-mail address. */
  verifyByLink: guestProcedure.input(tokenInput).mutation(async ({ ctx, input }) => {
    return { signedIn: await startSession(ctx, (caller) => verifyByLink(ctx.services, caller, input.token)) };
  }),
  finishSignUp: guestProcedure
    .input(finishSignUpInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => finishSignUp(ctx.services, caller, input))),

  // Recovery.
  requestReset: guestProcedure.input(emailInput).mutation(async ({ ctx, input }) => {
    await sendLink(ctx.services, ctx.caller, 'reset_password', input.email);
    return MAIL_SENT_REPLY;
  }),
  resetPassword: guestProcedure.input(resetPasswordInput).mutation(async ({ ctx, input }) => {
    await resetPassword(ctx.services, input);
    return {};
  }),
  requestSignInLink: guestProcedure.input(emailInput).mutation(async ({ ctx, input }) => {
    await sendLink(ctx.services, ctx.caller, 'sign_in_link', input.email);
    return MAIL_SENT_REPLY;
  }),
  signInByLink: guestProcedure
    .input(signInLinkInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => signInByLink(ctx.services, caller, input))),
  passkeyChallenge: guestProcedure.mutation(({ ctx }) => createPasskeyChallenge(ctx.services, ctx.caller)),
  signInByPasskey: guestProcedure
    .input(passkeySignInInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => signInByPasskey(ctx.services, caller, input))),

  // Changes.
  changeNames: userProcedure.input(changeNamesInput).mutation(async ({ ctx, input }) => {
    await changeNames(ctx.command, input);
    return {};
  }),
  chooseLanguage: userProcedure.input(languageInput).mutation(async ({ ctx, input }) => {
    await setLanguage(ctx.command, input);
    return {};
  }),
  changePassword: userProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
    await changePassword(ctx.command, ctx.session.sessionId, input);
    return {};
  }),
  requestEmailChange: userProcedure.input(changeEmailInput).mutation(async ({ ctx, input }) => {
    await requestEmailChange(ctx.command, input);
    return {};
  }),
  confirmEmailByCode: userProcedure.input(codeInput).mutation(async ({ ctx, input }) => {
    await confirmEmailByCode(ctx.command, input.code);
    return {};
  }),
  confirmEmailByLink: guestProcedure.input(tokenInput).mutation(async ({ ctx, input }) => {
    await confirmEmailByLink(ctx.services, input.token);
    return {};
  }),
  undoEmailChange: guestProcedure.input(tokenInput).mutation(async ({ ctx, input }) => {
    await undoEmailChange(ctx.services, input.token);
    return {};
  }),
  acceptTexts: userProcedure.mutation(async ({ ctx }) => {
    await acceptTerms(ctx.command);
    return {};
  }),

  // Devices and passkeys.
  sessions: userProcedure.query(({ ctx }) => ownSessions(ctx.services, ctx.user.id, ctx.session.sessionId)),
  endSession: userProcedure.input(sessionIdInput).mutation(async ({ ctx, input }) => {
    await endOwnSession(ctx.command, input.sessionId);
    return {};
  }),
  endOtherSessions: userProcedure.mutation(async ({ ctx }) => ({
    ended: await endOtherSessions(ctx.command, ctx.session.sessionId),
  })),
  passkeyCreationOptions: userProcedure
    .input(confirmPasswordInput)
    .mutation(({ ctx, input }) => passkeyCreationOptions(ctx.command, input.password)),
  addPasskey: userProcedure.input(passkeyInput).mutation(async ({ ctx, input }) => {
    await addPasskey(ctx.command, input.name, input.made);
    return {};
  }),
  removePasskey: userProcedure.input(passkeyIdInput).mutation(async ({ ctx, input }) => {
    await removePasskey(ctx.command, input.passkey_id);
    return {};
  }),

  // Export and deletion.
  export: userProcedure.meta({ cost: 20 }).query(({ ctx }) => exportAccount(ctx.services, ctx.user.id)),
  requestDeletion: userProcedure
    .input(confirmPasswordInput)
    .mutation(({ ctx, input }) => requestDeletion(ctx.command, input.password)),
  keepAccount: userProcedure.mutation(async ({ ctx }) => {
    await cancelDeletion(ctx.command);
    return {};
  }),
});
