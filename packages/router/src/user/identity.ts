import { loginInput, providerLoginInput, registerInput, signUpChallengeInput } from '@inaam/contracts/identity/sign-in';
import { getSessionOwner } from '@inaam/core/insight/users/queries';
import { providerSignIn, register, signIn } from '@inaam/core/people/account/commands';
import { isRegistrar } from '../callers.ts';
import { guestProcedure, publicProcedure, router, signInProcedure, userProcedure } from '../procedures.ts';
import { endSession, startSession } from '../start-session.ts';

export const identity = router({
  me: userProcedure.query(({ ctx }) => getSessionOwner(ctx.services, ctx.user)),

  register: signInProcedure
    .input(registerInput)
    .mutation(({ ctx, input }) =>
      startSession(ctx, async (caller) => register(ctx.services, caller, input, await isRegistrar(ctx))),
    ),

  /** Returns a proof-of-work challenge, which the client solves if the sign-up requires it. */
  challenge: guestProcedure
    .input(signUpChallengeInput)
    .query(({ ctx, input }) =>
      ctx.services.signUpLimiter.challenge({ ip: ctx.caller.ip, device: input.deviceFingerprint }),
    ),

  login: signInProcedure
    .input(loginInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => signIn(ctx.services, caller, input))),

  providerLogin: signInProcedure
    .input(providerLoginInput)
    .mutation(({ ctx, input }) => startSession(ctx, (caller) => providerSignIn(ctx.services, caller, input))),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    await endSession(ctx, 'userSessions');
    return {};
  }),
});
