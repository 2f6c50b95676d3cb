import { DomainError } from '@inaam/contracts/common/errors';
import type { FraudAction, FraudStep } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import type { CommandContext } from '../command.ts';
import type { Actor } from '../kernel/actor.ts';
import { readAddress, setBlocked } from './block.ts';
import { flagUsers } from './flag.ts';

/**
 * Does one of the documented actions.
 * @throws DomainError USER_NOT_FOUND; BAD_INPUT for what is no address; ADDRESS_IS_OWN for the admin's own address
 *   without the second confirmation
 */
export function actOnFraud({ kernel, actor }: CommandContext, input: FraudAction): Promise<FraudStep> {
  return kernel.write((tx) => act(tx, actor, input));
}

async function act(tx: Tx, actor: Actor, input: FraudAction): Promise<FraudStep> {
  const { action, notes } = input;
  switch (action) {
    case 'flag_user':
    case 'unflag_user':
      return flagUsers(tx, actor, { action, notes, userIds: [input.user_id] });
    case 'bulk_flag_users':
    case 'bulk_unflag_users':
      return flagUsers(tx, actor, { action, notes, userIds: input.user_ids });
    case 'block_ip': {
      const key = readAddress(input.ip_address, 'ip_address');
      if (key === actor.ip && !input.confirm_own) throw new DomainError('ADDRESS_IS_OWN', { field: 'ip_address' });
      return setBlocked(tx, actor, { kind: 'ip', key, blocked: true, notes });
    }
    case 'unblock_ip': {
      const key = readAddress(input.ip_address, 'ip_address');
      return setBlocked(tx, actor, { kind: 'ip', key, blocked: false, notes });
    }
    case 'block_device':
    case 'unblock_device': {
      const blocked = action === 'block_device';
      return setBlocked(tx, actor, { kind: 'device', key: input.device_fingerprint, blocked, notes });
    }
  }
}
