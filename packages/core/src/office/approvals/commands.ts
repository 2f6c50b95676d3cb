import type { ApprovableCommand } from '../../kernel/approval.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { createOffer, updateOffer } from '../../ledger/offers/save.ts';
import { grantCodes } from '../../ledger/vouchers/allowance.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../../partners/networks/save.ts';
import { createAdmin } from '../../people/admins/admin-register.ts';
import { setAdminRole } from '../../people/admins/admins.ts';

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
