import type { Site } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '@inaam/core/kernel/actor';
import type { AdminPerson, SignedInPerson, ValidatedSession } from '@inaam/core/people/sessions/services';
import type { Services } from '@inaam/core/services';

/** What a request brings, whichever transport it came by. */
export interface Context {
  services: Services;
  /** What people read before anyone has signed in. */
  site: Site;
  caller: Caller;
  /** Stands for the request, however many calls it brings: the same object for all of them. */
  request: object;
  /** The `Cookie` header as it came. */
  cookieHeader: string | undefined;
  /** The `Authorization` header, where the back-office takes service keys by it. */
  authorization: string | undefined;
  /**
   * Names the call for what must not happen twice: the same for repeats under one `Idempotency-Key`, see
   * core/kernel/run-once.ts.
   */
  once: string | undefined;
  /** Costs nothing: part of a call that was paid for as a whole. */
  isPrepaid?: boolean | undefined;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie(serialized: string): void;
}

export type UserSession = ValidatedSession<SignedInPerson>;
export type AdminSession = ValidatedSession<AdminPerson>;
