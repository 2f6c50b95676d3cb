import { type FraudSubject, type fraudActionInput, standardNotes } from '@inaam/contracts/fraud/fraud';
import type { z } from 'zod';

/** The procedure's input. */
export type FraudActionInput = z.input<typeof fraudActionInput>;
export type FlagDirection = 'flag' | 'unflag';
export type BlockDirection = 'block' | 'unblock';

export interface FraudActionTexts {
  /** The button's text. */
  label: string;
  /** The button's text while the action runs. */
  busy: string;
  /** The title of a failed action. */
  failed: string;
  /** The note if none is typed. */
  note: string;
}

/** Specification sections 4, 7 and 8: labels, progress labels, fallback errors and default notes. */
export const fraudActionTexts: Record<FraudActionInput['action'], FraudActionTexts> = {
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

/** The texts of an action's confirmation dialog. The note is optional: the default note replaces an empty note. */
export const dialogTexts = ({ label, busy, failed, note }: FraudActionTexts) => ({
  confirm: label,
  busy,
  failed,
  note: { label: 'Note', hint: 'Stored in the audit log.', placeholder: note, rows: 2 },
});

/** The action that reverses each action. */
export const inverseActions = {
  flag_user: 'unflag_user',
  unflag_user: 'flag_user',
  bulk_flag_users: 'bulk_unflag_users',
  bulk_unflag_users: 'bulk_flag_users',
  block_ip: 'unblock_ip',
  unblock_ip: 'block_ip',
  block_device: 'unblock_device',
  unblock_device: 'block_device',
} as const satisfies Record<FraudActionInput['action'], FraudActionInput['action']>;

export interface BlockSubject {
  kind: 'ip' | 'device';
  /** The IP address or the device's fingerprint. */
  key: string;
}

/** The progress label of the action that runs on a subject; undefined while none runs. */
export type BusyLabel = (kind: 'user' | 'ip' | 'device', key: number | string) => string | undefined;

export interface FlagSubject {
  user_id: number;
  name: string;
  email: string;
}

/** A user, and whether the user is flagged now. */
export interface FlagSubjectState extends FlagSubject {
  is_suspicious: boolean;
}

export interface EvidenceActions {
  onOpen: (subject: FraudSubject) => void;
  onFlag: (user: FlagSubject, direction: FlagDirection) => void;
  onBlock: (subject: BlockSubject, direction: BlockDirection) => void;
  /** Flags several users of an IP address or a device in one step. */
  onFlagAll: (users: readonly FlagSubjectState[]) => void;
  running: BusyLabel;
}
