import type { SignUpAnswer } from '@inaam/contracts/account/account';
import {
  loginInput,
  providerLoginInput,
  registerInput,
  type SessionUser,
  signUpChallengeInput,
} from '@inaam/contracts/identity/sign-in';
import { providerSignIn, requestSignUp, signIn, signUp } from '@inaam/core/people/account/commands';
import { findRegistrar } from '../callers.ts';
import { enter } from '../enter.ts';
import { guestProcedure, publicProcedure, router, userProcedure } from '../procedures.ts';

export const identity = router({
  me: userProcedure.query(({ ctx }): SessionUser => {
    const { id, firstName, lastName, email } = ctx.user;
    return { id, firstName, lastName, email };
  }),

  register: publicProcedure.input(registerInput).mutation(async ({ ctx, input }): Promise<SignUpAnswer> => {
    const { services } = ctx;
    const service = await findRegistrar(ctx);
    if (service || !services.accounts.signUpByMail) {
      return enter(ctx, (caller) => signUp(services, caller, input, service !== undefined));
    }
    await requestSignUp(services, ctx.caller, input);
    return { message: 'Check your email to continue' };
  }),

  /** What to work on before signing up, where a sign-up has asked for proof of work. */
  challenge: guestProcedure
    .input(signUpChallengeInput)
    .query(({ ctx, input }) =>
      ctx.services.signUpBudget.challenge({ ip: ctx.caller.ip, device: input.deviceFingerprint }),
    ),

  login: publicProcedure
    .input(loginInput)
    .mutation(({ ctx, input }) => enter(ctx, (caller) => signIn(ctx.services, caller, input))),

  providerLogin: publicProcedure
    .input(providerLoginInput)
    .mutation(({ ctx, input }) => enter(ctx, (caller) => providerSignIn(ctx.services, caller, input))),

  /** Signing out works for everybody, blocked or not, signed in or not. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    const { userSessions } = ctx.services;
    const session = await userSessions.validate(ctx.cookieHeader, ctx.caller.ip);
    if (session) await userSessions.revoke(session.sessionId);
    ctx.setCookie(userSessions.blankCookie().serialize());
    return {};
  }),
});
