import { adminLoginInput, adminRegisterInput, type SessionAdmin } from '@inaam/contracts/identity';
import { registerAdmin } from '@inaam/core/identity/admin-register';
import { adminSignIn } from '@inaam/core/identity/admin-sign-in';
import type { Actor } from '@inaam/core/kernel/actor';
import type { Context } from '../context.ts';
import { adminProcedure, publicProcedure, router } from '../procedures.ts';

export const identity = router({
  me: adminProcedure.query(({ ctx }): SessionAdmin => ({ username: ctx.admin.username, email: ctx.admin.email })),

  login: publicProcedure.input(adminLoginInput).mutation(async ({ ctx, input }) => {
    const { answer, cookie } = await adminSignIn(ctx.services, ctx.caller, input);
    ctx.setCookie(cookie.serialize());
    return answer;
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    const { adminSessions } = ctx.services;
    const session = await adminSessions.validate(ctx.cookieHeader);
    if (session) await adminSessions.revoke(session.sessionId);
    ctx.setCookie(adminSessions.blankCookie().serialize());
    return {};
  }),

  /** For signed-in admins; and, while there is none at all, for whoever holds the setup token. */
  register: publicProcedure.input(adminRegisterInput).mutation(async ({ ctx, input }) => {
    await registerAdmin(ctx.services, await signedIn(ctx), input);
    return { message: 'Admin user created successfully!' };
  }),
});

async function signedIn(ctx: Context): Promise<Actor | undefined> {
  const session = await ctx.services.adminSessions.validate(ctx.cookieHeader);
  return session && { kind: 'admin', id: session.person.id, name: session.person.username, ip: ctx.caller.ip };
}
