import type { Actor } from './actor.ts';
import type { ApprovedRequest } from './approval.ts';
import type { SessionRows } from './caller.ts';
import type { Kernel } from './kernel.ts';

/**
 * What every command of the core takes first; its input comes second. A command opens the transaction that it needs by
 * itself, so that a caller can neither forget it nor join two. Helpers that write inside it take `Tx` first.
 *
 * Queries take the kernel first, or the kernel and the services that they name, and then their input.
 *
 * @typeParam Needs the services that the command uses beside the kernel, by name
 * @typeParam By who may act, where not everybody may: see {@link import('./actor.ts').UserActor}
 */
export type CommandContext<Needs extends object = object, By extends Actor | undefined = Actor> = Needs & {
  kernel: Kernel;
  /** The name in the audit log. */
  actor: By;
  /** Names the call: the same for its repeats and for no other, see `once.ts`. Undefined: do it each time. */
  once?: string | undefined;
  /** What the statement that found the session gave. Absent: the command reads for itself. */
  sessionRows?: SessionRows | undefined;
  /** Asks an admin for a recent proof of identity: throws STEP_UP_REQUIRED without one. Absent where none is needed. */
  prove?: (() => void) | undefined;
  /** The approved request that the call executes: see approval.ts. */
  approved?: ApprovedRequest | undefined;
};
