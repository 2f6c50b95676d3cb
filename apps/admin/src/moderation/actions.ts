import { type FraudActed, type fraudActionInput, standardNotes } from '@inaam/contracts/fraud';
import type { z } from 'zod';

/** An action as it is sent. */
export type ActCall = z.input<typeof fraudActionInput>;
export type FlagDirection = 'flag' | 'unflag';
export type BlockDirection = 'block' | 'unblock';

export interface ActWords {
  /** The button. */
  label: string;
  /** The button while it runs. */
  busy: string;
  /** The title of a failure. */
  failed: string;
  /** What is noted where nothing is typed. */
  note: string;
}

/** Specification sections 4, 7 and 8: labels, progress labels, fallbacks of failures and default notes. */
export const actWords: Record<ActCall['action'], ActWords> = {
  flag_user: { label: 'Flag User', busy: 'Flagging...', failed: 'Failed to flag user', note: standardNotes.flag_user },
  unflag_user: {
    label: 'Unflag User',
    busy: 'Unflagging...',
    failed: 'Failed to unflag user',
    note: standardNotes.unflag_user,
  },
  bulk_flag_users: {
    label: 'Flag Selected',
    busy: 'Flagging...',
    failed: 'Failed to flag users',
    note: standardNotes.bulk_flag_users,
  },
  bulk_unflag_users: {
    label: 'Unflag Selected',
    busy: 'Unflagging...',
    failed: 'Failed to unflag users',
    note: standardNotes.bulk_unflag_users,
  },
  block_ip: { label: 'Block IP', busy: 'Blocking...', failed: 'Failed to block IP', note: standardNotes.block },
  unblock_ip: {
    label: 'Unblock IP',
    busy: 'Unblocking...',
    failed: 'Failed to unblock IP',
    note: standardNotes.unblock,
  },
  block_device: {
    label: 'Block Device',
    busy: 'Blocking...',
    failed: 'Failed to block device',
    note: standardNotes.block,
  },
  unblock_device: {
    label: 'Unblock Device',
    busy: 'Unblocking...',
    failed: 'Failed to unblock device',
    note: standardNotes.unblock,
  },
};

const UNDONE = 'Undone by admin';

/**
 * What takes an action back, exactly: of many users those alone that it changed.
 * @param changing bulk: the users that were not yet as asked for
 * @returns undefined where it changed nothing
 */
export function inverseOf(call: ActCall, acted: FraudActed, changing: readonly number[] = []): ActCall | undefined {
  if (acted.done === acted.unchanged) return undefined;
  const notes = UNDONE;
  switch (call.action) {
    case 'flag_user':
      return { action: 'unflag_user', user_id: call.user_id, notes };
    case 'unflag_user':
      return { action: 'flag_user', user_id: call.user_id, notes };
    case 'block_ip':
      return { action: 'unblock_ip', ip_address: call.ip_address, notes };
    case 'unblock_ip':
      return { action: 'block_ip', ip_address: call.ip_address, notes };
    case 'block_device':
      return { action: 'unblock_device', device_fingerprint: call.device_fingerprint, notes };
    case 'unblock_device':
      return { action: 'block_device', device_fingerprint: call.device_fingerprint, notes };
    case 'bulk_flag_users':
    case 'bulk_unflag_users': {
      const refused = new Set(acted.refused.map(({ user_id }) => user_id));
      const user_ids = changing.filter((id) => !refused.has(id));
      if (user_ids.length === 0) return undefined;
      const action = call.action === 'bulk_flag_users' ? 'bulk_unflag_users' : 'bulk_flag_users';
      return { action, user_ids, notes };
    }
  }
}
