import { creditCompletion } from '../completions/credit.ts';
import { createAdmin } from '../identity/admin-register.ts';
import { setAdminRole } from '../identity/admins.ts';
import type { ApprovableCommand } from '../kernel/approval.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../networks/save.ts';
import { createOffer, updateOffer } from '../offers/save.ts';
import { grantCodes } from '../vouchers/allowance.ts';

/** The commands that may need a second person. */
export const approvableCommands: readonly ApprovableCommand[] = [
  creditCompletion,
  createAdmin,
  setAdminRole,
  createNetwork,
  rotateSecret,
  updateNetwork,
  createOffer,
  updateOffer,
  grantCodes,
];

const byName = new Map(approvableCommands.map((command) => [command.policy.name, command]));

/** @throws Error for a command that is not in the list */
export function commandOf(name: string): ApprovableCommand {
  const command = byName.get(name);
  if (!command) throw new Error(`approvals/commands.ts does not list ${name}`);
  return command;
}
