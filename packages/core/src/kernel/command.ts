import type { Services } from '../services.ts';
import type { Actor } from './actor.ts';
import type { ApprovedRequest } from './approval.ts';

/**
 * What every command of the core takes first; its input comes second. A command opens the transaction that it needs by
 * itself, so that a caller can neither forget it nor join two. Helpers that write inside it take `Tx` first.
 *
 * Queries take the kernel first, or `Pick<Services, …>` where they need more, and then their input.
 *
 * @typeParam Needs services that the command uses beside the kernel
 * @typeParam By who may act, where not everybody may: see {@link import('./actor.ts').UserActor}
 */
export type CommandContext<Needs extends keyof Services = never, By extends Actor | undefined = Actor> = Pick<
  Services,
  'kernel' | Needs
> & {
  /** Whom the audit log names. */
  actor: By;
  /** Names the call: the same for its repeats and for no other, see `kernel/once.ts`. Undefined: do it each time. */
  once?: string | undefined;
  /** The approved request that the call executes: see kernel/approval.ts. */
  approved?: ApprovedRequest | undefined;
};
