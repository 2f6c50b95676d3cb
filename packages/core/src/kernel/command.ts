import type { Actor } from './actor.ts';
import type { ApprovedRequest } from './approval.ts';
import type { SessionRows } from './caller.ts';
import type { Kernel } from './kernel.ts';

/**
 * The first parameter of every command; the second is its input. A command opens its own transaction, so that callers
 * can neither forget it nor join two. Helpers inside a transaction take `Tx` first. Queries take the kernel, or kernel
 * and named services, and then their input.
 * @typeParam Needs services that the command uses besides the kernel
 * @typeParam By who may act, if restricted: see {@link import('./actor.ts').UserActor}
 */
export type CommandContext<Needs extends object = object, By extends Actor | undefined = Actor> = Needs & {
  kernel: Kernel;
  /** The actor in the audit log. */
  actor: By;
  /** ID of the call, shared by its repeats only, see `run-once.ts`. Undefined: every call is executed. */
  runOnceKey?: string | undefined;
  /** The answer is not sent, so that reading it is not recorded. */
  discardsAnswer?: boolean | undefined;
  /** Rows of the statement that found the session. Absent: the command reads for itself. */
  sessionRows?: SessionRows | undefined;
  /** Requires a recent proof of identity; throws STEP_UP_REQUIRED. Absent if no proof is needed. */
  requireStepUp?: (() => void) | undefined;
  /** The approved request that the call executes, see approval.ts. */
  approved?: ApprovedRequest | undefined;
};
