import type { Caller } from '@inaam/core/kernel/actor';
import type { SignInResult } from '@inaam/core/people/account/commands';
import { getOrCreateBrowser } from '@inaam/core/people/sessions/services';
import type { Context } from './context.ts';

/** Starts and ends sessions: reads the cookies of a call and sets the cookies of the answer. */

type SignIn<Answer> = (caller: Caller) => Promise<SignInResult<Answer>>;

/**
 * Signs a user in. The browser gets the session's cookie, and a cookie that identifies the browser if it has none. The
 * browser's earlier session ends. If `signIn` starts no session, nothing changes.
 */
export async function startSession<Answer>(ctx: Context, signIn: SignIn<Answer>): Promise<Answer> {
  const { appOrigin, userSessions } = ctx.services;
  const browser = getOrCreateBrowser(ctx.cookieHeader, appOrigin.startsWith('https:'));
  const { answer, cookie } = await signIn({ ...ctx.caller, browser: browser.hash });
  if (!cookie) return answer;
  await userSessions.endSessionOfCookie(ctx.cookieHeader);
  ctx.setCookie(cookie.serialize());
  if (browser.cookie) ctx.setCookie(browser.cookie);
  return answer;
}

/** Signs an admin in. Sets the session's cookie, and a cookie that identifies the browser if it has none. */
export async function startAdminSession<Answer>(ctx: Context, signIn: SignIn<Answer>): Promise<Answer> {
  const browser = getOrCreateBrowser(
    ctx.cookieHeader,
    ctx.services.backOfficePolicy.origin.startsWith('https:'),
    'admin',
  );
  const { answer, cookie } = await signIn({ ...ctx.caller, browser: browser.hash });
  if (cookie) ctx.setCookie(cookie.serialize());
  if (browser.cookie) ctx.setCookie(browser.cookie);
  return answer;
}

/** Signs a browser out, even if the browser has no session. */
export async function endSession(ctx: Context, realm: 'userSessions' | 'adminSessions'): Promise<void> {
  const sessions = ctx.services[realm];
  const session = await sessions.validate(ctx.cookieHeader, ctx.caller.ip);
  if (session) await sessions.revoke(session.sessionId);
  ctx.setCookie(sessions.blankCookie().serialize());
}
