import type { Site } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '@inaam/core/kernel/actor';
import type { AuthenticatedAdmin, AuthenticatedUser, ValidatedSession } from '@inaam/core/people/sessions/services';
import type { Services } from '@inaam/core/services';

/** The context of a procedure for a request, over either transport. */
export interface Context {
  services: Services;
  /** Texts and settings for people who are not signed in. */
  site: Site;
  caller: Caller;
  /** Identifies the request: the same object for all its calls. */
  request: object;
  /** The raw `Cookie` header. */
  cookieHeader: string | undefined;
  /** The `Authorization` header, where the host accepts service keys. */
  authorization: string | undefined;
  /** Key of a call that must not run twice, the same for its repeats; see core/kernel/run-once.ts. */
  runOnceKey: string | undefined;
  /** True for a HEAD request: the answer is computed for its headers and not sent. */
  discardsAnswer?: boolean | undefined;
  /** True for parts of a call that was counted as a whole. */
  skipsRateLimit?: boolean | undefined;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie(serialized: string): void;
}

export type UserSession = ValidatedSession<AuthenticatedUser>;
export type AdminSession = ValidatedSession<AuthenticatedAdmin>;
