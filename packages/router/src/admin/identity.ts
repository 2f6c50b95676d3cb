import { capabilities } from '@inaam/contracts/access/permissions';
import { confirmInput } from '@inaam/contracts/access/second-factor';
import { adminPasskeyInput } from '@inaam/contracts/account/account';
import { adminLoginInput, adminRegisterInput, type OwnAdmin } from '@inaam/contracts/identity/sign-in';
import type { Actor, Caller } from '@inaam/core/kernel/actor';
import type { SignedIn } from '@inaam/core/people/account/commands';
import { registerAdmin } from '@inaam/core/people/admins/commands';
import {
  adminPasskeyChallenge,
  adminSignIn,
  adminSignInByPasskey,
  confirmItIsYou,
} from '@inaam/core/people/factors/commands';
import { browserOf } from '@inaam/core/people/sessions/services';
import { findAdmin } from '../callers.ts';
import type { Context } from '../context.ts';
import { adminPersonProcedure, admitted, commandOf, publicProcedure, router } from '../procedures.ts';

export const identity = router({
  me: adminPersonProcedure.query(
    ({ ctx }): OwnAdmin => ({
      username: ctx.admin.username,
      email: ctx.admin.email,
      role: ctx.admin.role,
      has_factor: ctx.admin.hasFactor,
      must_set_up_factor: ctx.services.operators.secondFactorRequired && !ctx.admin.hasFactor,
    }),
  ),

  login: publicProcedure.input(adminLoginInput).mutation(async ({ ctx, input }) => {
    return enterAdmin(ctx, (caller) => adminSignIn(ctx.services, caller, input));
  }),

  passkeyChallenge: publicProcedure.mutation(({ ctx }) => adminPasskeyChallenge(ctx.services, ctx.caller)),

  loginByPasskey: publicProcedure
    .input(adminPasskeyInput)
    .mutation(({ ctx, input }) =>
      enterAdmin(ctx, (caller) => adminSignInByPasskey(ctx.services, caller, input.answer)),
    ),

  /** Shows once more that it is the admin: counts for the next minutes of this session. */
  confirm: adminPersonProcedure.input(confirmInput).mutation(async ({ ctx, input }) => {
    const session = { sessionId: ctx.session.sessionId, hasFactor: ctx.admin.hasFactor };
    await confirmItIsYou(ctx.command, ctx.caller, session, input);
    return {};
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    const { adminSessions } = ctx.services;
    const session = await adminSessions.validate(ctx.cookieHeader, ctx.caller.ip);
    if (session) await adminSessions.revoke(session.sessionId);
    ctx.setCookie(adminSessions.blankCookie().serialize());
    return {};
  }),

  /** For signed-in admins whose role allows it; and, while there is none at all, for whoever holds the setup token. */
  register: publicProcedure.input(adminRegisterInput).mutation(async ({ ctx, input }) => {
    await registerAdmin(commandOf(ctx, await signedIn(ctx)), input);
    return { message: 'Admin user created successfully!' };
  }),
});

/** The browser is known by its own cookie, and gets the new session. */
async function enterAdmin<Answer>(
  ctx: Context,
  signIn: (caller: Caller) => Promise<SignedIn<Answer>>,
): Promise<Answer> {
  const isSecure = ctx.services.operators.origin.startsWith('https:');
  const browser = browserOf(ctx.cookieHeader, isSecure, 'admin');
  const { answer, cookie } = await signIn({ ...ctx.caller, browser: browser.hash });
  ctx.setCookie(cookie.serialize());
  if (browser.cookie) ctx.setCookie(browser.cookie);
  return answer;
}

/** Keys make no admins; nor do roles that are not said to. */
async function signedIn(ctx: Context): Promise<Actor | undefined> {
  const caller = await findAdmin(ctx);
  return caller && (await admitted(ctx, caller, { permission: capabilities.makeAdmins })).actor;
}
