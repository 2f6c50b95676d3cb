import type { Actor } from './actor.ts';
import type { ApprovedRequest } from './approval.ts';
import type { SessionRows } from './caller.ts';
import type { Kernel } from './kernel.ts';

/**
 * The first parameter of every command; the second is the command's input. A command opens its own transaction, so that
 * a caller can neither forget the transaction nor merge two commands into one transaction. Helpers inside a transaction
 * take `Tx` first. Queries take the kernel, or the kernel with named services, and then their input.
 * @typeParam Needs services that the command uses besides the kernel
 * @typeParam By the actors that may run the command, such as {@link import('./actor.ts').UserActor}
 */
export type CommandContext<Needs extends object = object, By extends Actor | undefined = Actor> = Needs & {
  kernel: Kernel;
  /** The actor in the audit log. */
  actor: By;
  /** ID that a call and its repeats share, see `run-once.ts`. Undefined: a repeat is executed, too. */
  runOnceKey?: string | undefined;
  /** The caller discards the answer, so the audit log does not record that anybody read it. */
  discardsAnswer?: boolean | undefined;
  /** Rows of the statement that found the session. Absent: the command must read them. */
  sessionRows?: SessionRows | undefined;
  /** Requires a recent proof of identity; throws STEP_UP_REQUIRED. Absent if no proof is needed. */
  requireStepUp?: (() => void) | undefined;
  /** The approved request that the call executes, see approval.ts. */
  approved?: ApprovedRequest | undefined;
};
