import {
  loginInput,
  providerLoginInput,
  registerInput,
  type SessionUser,
  signUpChallengeInput,
} from '@inaam/contracts/identity/sign-in';
import { providerSignIn, register, signIn } from '@inaam/core/people/account/commands';
import { isRegistrar } from '../callers.ts';
import { guestProcedure, publicProcedure, router, userProcedure } from '../procedures.ts';
import { leave, startSession } from '../start-session.ts';

export const identity = router({
  me: userProcedure.query(({ ctx }): SessionUser => {
    const { id, firstName, lastName, email } = ctx.user;
    return { id, firstName, lastName, email };
  }),

  register: publicProcedure
    .input(registerInput)
    .mutation(({ ctx, input }) =>
      startSession(ctx, async (caller) => register(ctx.services, caller, input, await isRegistrar(ctx))),
    ),

  /** What to work on before signing up, where a sign-up has asked for proof of work. */
  challenge: guestProcedure
    .input(signUpChallengeInput)
    .query(({ ctx, input }) =>
      ctx.services.signUpLimiter.challenge({ ip: ctx.caller.ip, device: input.deviceFingerprint }),
    ),

  login: publicProcedure
    .input(loginInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => signIn(ctx.services, caller, input))),

  providerLogin: publicProcedure
    .input(providerLoginInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => providerSignIn(ctx.services, caller, input))),

  /** Signing out works for everybody, blocked or not, signed in or not. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    await leave(ctx, 'userSessions');
    return {};
  }),
});
