import type { Caller } from '@inaam/core/kernel/actor';
import type { SignedIn } from '@inaam/core/people/account/commands';
import { browserOf } from '@inaam/core/people/sessions/services';
import type { Context } from './context.ts';

/**
 * What every way to sign a user in has in common: the browser is known by its own cookie, the session that it held
 * before ends, and it gets the new one.
 * @param signIn gives undefined where nobody signs in after all: then nothing changes
 */
export function enter<Answer>(ctx: Context, signIn: (caller: Caller) => Promise<SignedIn<Answer>>): Promise<Answer>;
export function enter<Answer>(
  ctx: Context,
  signIn: (caller: Caller) => Promise<SignedIn<Answer> | undefined>,
): Promise<Answer | undefined>;
export async function enter<Answer>(
  ctx: Context,
  signIn: (caller: Caller) => Promise<SignedIn<Answer> | undefined>,
): Promise<Answer | undefined> {
  const { appOrigin, userSessions } = ctx.services;
  const browser = browserOf(ctx.cookieHeader, appOrigin.startsWith('https:'));
  const signedIn = await signIn({ ...ctx.caller, browser: browser.hash });
  if (!signedIn) return undefined;
  await userSessions.endCarried(ctx.cookieHeader);
  ctx.setCookie(signedIn.cookie.serialize());
  if (browser.cookie) ctx.setCookie(browser.cookie);
  return signedIn.answer;
}
