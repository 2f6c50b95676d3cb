import { loginInput, providerLoginInput, registerInput, type SessionUser } from '@inaam/contracts/identity/sign-in';
import { providerSignIn } from '@inaam/core/identity/provider-sign-in';
import { signIn } from '@inaam/core/identity/sign-in';
import { signUp } from '@inaam/core/identity/sign-up';
import { publicProcedure, router, userProcedure } from '../procedures.ts';

export const identity = router({
  me: userProcedure.query(({ ctx }): SessionUser => {
    const { id, firstName, lastName, email } = ctx.user;
    return { id, firstName, lastName, email };
  }),

  register: publicProcedure.input(registerInput).mutation(async ({ ctx, input }) => {
    const { answer, cookie } = await signUp(ctx.services, ctx.caller, input);
    ctx.setCookie(cookie.serialize());
    return answer;
  }),

  login: publicProcedure.input(loginInput).mutation(async ({ ctx, input }) => {
    const { answer, cookie } = await signIn(ctx.services, ctx.caller, input);
    ctx.setCookie(cookie.serialize());
    return answer;
  }),

  providerLogin: publicProcedure.input(providerLoginInput).mutation(async ({ ctx, input }) => {
    const { answer, cookie } = await providerSignIn(ctx.services, ctx.caller, input);
    ctx.setCookie(cookie.serialize());
    return answer;
  }),

  /** Signing out works for everybody, blocked or not, signed in or not. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    const { userSessions } = ctx.services;
    const session = await userSessions.validate(ctx.cookieHeader, ctx.caller.ip);
    if (session) await userSessions.revoke(session.sessionId);
    ctx.setCookie(userSessions.blankCookie().serialize());
    return {};
  }),
});
