import type { Site } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '@inaam/core/kernel/actor';
import type { AuthenticatedAdmin, AuthenticatedUser, ValidatedSession } from '@inaam/core/people/sessions/services';
import type { Services } from '@inaam/core/services';

/** The context in which a procedure runs, for a tRPC request or for a request to a `.php` endpoint. */
export interface Context {
  services: Services;
  /** Texts and settings for people who are not signed in. */
  site: Site;
  caller: Caller;
  /** Identifies the request: all calls of a request have the same object. */
  request: object;
  /** The raw `Cookie` header. */
  cookieHeader: string | undefined;
  /** The `Authorization` header, where the host accepts service keys. */
  authorization: string | undefined;
  /** Key of a call that must not run twice. Repeats of the call have the same key; see core/kernel/run-once.ts. */
  runOnceKey: string | undefined;
  /** True for a HEAD request: the answer is computed for its headers and not sent. */
  discardsAnswer?: boolean | undefined;
  /**
   * True for calls that do not count against the rate limit, such as the later batches of an exported file, whose first
   * batch was counted.
   */
  skipsRateLimit?: boolean | undefined;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie(serialized: string): void;
}

export type UserSession = ValidatedSession<AuthenticatedUser>;
export type AdminSession = ValidatedSession<AuthenticatedAdmin>;
