import type { Caller } from '@inaam/core/kernel/actor';
import type { SignInResult } from '@inaam/core/people/account/commands';
import { getOrCreateBrowser } from '@inaam/core/people/sessions/services';
import type { Context } from './context.ts';

/** How sessions begin and end in a browser: the cookies of a call and of its answer. */

type SignIn<Answer> = (caller: Caller) => Promise<SignInResult<Answer>>;

/**
 * Signs a user in: the browser is known by its own cookie, the session that it held before ends, and it gets the new
 * one. Nothing changes where no session was opened.
 */
export async function startSession<Answer>(ctx: Context, signIn: SignIn<Answer>): Promise<Answer> {
  const { appOrigin, userSessions } = ctx.services;
  const browser = getOrCreateBrowser(ctx.cookieHeader, appOrigin.startsWith('https:'));
  const { answer, cookie } = await signIn({ ...ctx.caller, browser: browser.hash });
  if (!cookie) return answer;
  await userSessions.endCarried(ctx.cookieHeader);
  ctx.setCookie(cookie.serialize());
  if (browser.cookie) ctx.setCookie(browser.cookie);
  return answer;
}

/** Signs an admin in: the browser is known by its own cookie, and gets the new session. */
export async function enterAdmin<Answer>(ctx: Context, signIn: SignIn<Answer>): Promise<Answer> {
  const browser = getOrCreateBrowser(ctx.cookieHeader, ctx.services.operators.origin.startsWith('https:'), 'admin');
  const { answer, cookie } = await signIn({ ...ctx.caller, browser: browser.hash });
  if (cookie) ctx.setCookie(cookie.serialize());
  if (browser.cookie) ctx.setCookie(browser.cookie);
  return answer;
}

/** Signs a browser out, signed in or not. */
export async function leave(ctx: Context, realm: 'userSessions' | 'adminSessions'): Promise<void> {
  const sessions = ctx.services[realm];
  const session = await sessions.validate(ctx.cookieHeader, ctx.caller.ip);
  if (session) await sessions.revoke(session.sessionId);
  ctx.setCookie(sessions.blankCookie().serialize());
}
