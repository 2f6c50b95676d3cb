import type { SetRoleInput } from '@inaam/contracts/access/admins';
import type { Role, Scope } from '@inaam/contracts/access/permissions';
import type { ApprovalKind } from '@inaam/contracts/approvals/approvals';
import type { CreditInput } from '@inaam/contracts/identity/user-profile';
import type { NetworkCreate, NetworkUpdate, RotateSecret } from '@inaam/contracts/networks/networks';
import type { OfferCreate, OfferUpdate } from '@inaam/contracts/offers/offers';
import type { CommandContext } from '../command.ts';
import { creditCompletion } from '../completions/credit.ts';
import { type AdminToMake, makeAdminRow } from '../identity/admin-register.ts';
import { setAdminRole } from '../identity/admins.ts';
import { createNetwork, rotateSecret, updateNetwork } from '../networks/save.ts';
import { createOffer, updateOffer } from '../offers/save.ts';
import type { Services } from '../services.ts';

/** How what was agreed to is carried out: by the command that asked, with what it was given. */

type Command = CommandContext<keyof Services>;

interface Act {
  /** What who asked must still be, or what their key must still reach. */
  role: Role;
  scope: Scope | undefined;
  run(command: Command, input: never): Promise<unknown>;
}

export const acts: Record<ApprovalKind, Act> = {
  credit: { role: 'support', scope: 'credit', run: (command, input: CreditInput) => creditCompletion(command, input) },
  odds: {
    role: 'manager',
    scope: 'offers:write',
    run: (command, input: OfferCreate | OfferUpdate) =>
      'offer_id' in input ? updateOffer(command, input) : createOffer(command, input),
  },
  // Nothing is read now: the request itself is the allowance, see vouchers/allowance.ts.
  codes: { role: 'manager', scope: 'vouchers:codes', run: () => Promise.resolve() },
  role: {
    role: 'manager',
    scope: undefined,
    run: (command, input: SetRoleInput | AdminToMake) =>
      'admin_id' in input ? setAdminRole(command, input) : makeAdminRow(command, input),
  },
  network_secret: {
    role: 'manager',
    scope: undefined,
    run: (command, input: RotateSecret) => rotateSecret(command, input),
  },
  network_rate: {
    role: 'manager',
    scope: undefined,
    run: (command, input: NetworkCreate | NetworkUpdate) =>
      'network_id' in input ? updateNetwork(command, input) : createNetwork(command, input),
  },
  offer_network: {
    role: 'manager',
    scope: 'offers:write',
    run: (command, input: OfferUpdate) => updateOffer(command, input),
  },
};
