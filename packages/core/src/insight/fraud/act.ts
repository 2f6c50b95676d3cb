import { DomainError } from '@inaam/contracts/common/errors';
import { type FraudAction, type FraudSourcesInput, type FraudStep, standardNotes } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import type { Actor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { parseAddress, setBlocked, setManyBlocked, wouldLockOutAdmin } from './block.ts';
import { flagUsers } from './flag.ts';

/**
 * Flags or unflags users, or blocks or unblocks an address or a device.
 * @throws DomainError USER_NOT_FOUND; BAD_INPUT for an invalid address; ADDRESS_IS_OWN if the admin would block their
 *   own address without the second confirmation
 */
export function applyFraudAction({ kernel, actor }: CommandContext, input: FraudAction): Promise<FraudStep> {
  return kernel.write((tx) => act(tx, actor, input));
}

/**
 * Blocks or unblocks all of the given addresses or devices, or none of them.
 * @throws DomainError BAD_INPUT for an invalid address; ADDRESS_IS_OWN if the admin would block their own address
 *   without the second confirmation
 */
export async function blockSources({ kernel, actor }: CommandContext, input: FraudSourcesInput): Promise<FraudStep> {
  const { action, kind, notes, confirm_own } = input;
  const keys = kind === 'ip' ? input.keys.map((key) => parseAddress(key, 'keys')) : input.keys;
  const blocked = action === 'block';
  if (blocked && kind === 'ip' && wouldLockOutAdmin(actor, keys) && !confirm_own)
    throw new DomainError('ADDRESS_IS_OWN', { field: 'keys' });
  return kernel.write((tx) =>
    setManyBlocked(tx, actor, { kind, keys, blocked, notes: notes || standardNotes[action] }),
  );
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
      const key = parseAddress(input.ip_address, 'ip_address');
      if (wouldLockOutAdmin(actor, [key]) && !input.confirm_own)
        throw new DomainError('ADDRESS_IS_OWN', { field: 'ip_address' });
      return setBlocked(tx, actor, { kind: 'ip', key, blocked: true, notes });
    }
    case 'unblock_ip': {
      const key = parseAddress(input.ip_address, 'ip_address');
      return setBlocked(tx, actor, { kind: 'ip', key, blocked: false, notes });
    }
    case 'block_device':
    case 'unblock_device': {
      const blocked = action === 'block_device';
      return setBlocked(tx, actor, { kind: 'device', key: input.device_fingerprint, blocked, notes });
    }
  }
}
