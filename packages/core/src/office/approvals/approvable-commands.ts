import type { ApprovableCommand } from '../../kernel/approval.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { createOffer, updateOffer } from '../../ledger/offers/save.ts';
import { grantCodeReads } from '../../ledger/vouchers/code-read-allowance.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../../partners/networks/save.ts';
import { createAdmin } from '../../people/admins/admin-register.ts';
import { setAdminRole } from '../../people/admins/admins.ts';

export const approvableCommands = [
  creditCompletion,
  createAdmin,
  setAdminRole,
  createNetwork,
  rotateSecret,
  updateNetwork,
  createOffer,
  updateOffer,
  grantCodeReads,
] as const satisfies readonly ApprovableCommand[];

type ContextOf<Command> = Command extends (context: infer Context, input: never) => unknown ? Context : never;
/** A union with a function for each command. Inferring the parameter of the union gives an intersection. */
type Takers = (typeof approvableCommands)[number] extends infer Command
  ? Command extends unknown
    ? (context: Omit<ContextOf<Command>, 'actor' | 'runOnceKey' | 'approved'>) => void
    : never
  : never;
/** The services that the commands need, all together. */
export type ApprovableServices = Takers extends (context: infer All) => void ? All : never;

const byName = new Map<string, ApprovableCommand>(approvableCommands.map((command) => [command.policy.name, command]));

/** @throws Error for a command that is not in the list */
export function getApprovableCommand(name: string): ApprovableCommand {
  const command = byName.get(name);
  if (!command) throw new Error(`approvals/approvable-commands.ts does not list ${name}`);
  return command;
}
