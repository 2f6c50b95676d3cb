import type { ExportedListName } from '../common/exports.ts';

/** Actions of the audit log: the stored `noun.verb` → the words that people read. */
const changes = {
  'addresses.block': 'Blocked an address',
  'addresses.unblock': 'Unblocked an address',
  'admins.add_factor': 'Added a second factor',
  'admins.change_password': 'Changed their password',
  'admins.create': 'Registered an admin',
  'admins.deactivate': 'Deactivated an admin',
  'admins.end_sessions': 'Ended their own sessions',
  'admins.regenerate_recovery_codes': 'Made new recovery codes',
  'admins.remove_factor': 'Removed a second factor',
  'admins.reset_factors': 'Reset the second factor of an admin',
  'admins.set_role': 'Changed an admin’s role',
  'approvals.approve': 'Agreed to a request',
  'approvals.request': 'Asked for a second person',
  'approvals.expire': 'Let a request expire',
  'approvals.refuse': 'Refused a request',
  'approvals.withdraw': 'Withdrew a request',
  'cases.close': 'Closed a case',
  'completions.adopt': 'Adopted a late transaction',
  'completions.approve': 'Confirmed a conversion',
  'completions.credit': 'Credited a conversion by hand',
  'completions.reverse': 'Reversed a conversion',
  'completions.reverse_goal': 'Reversed a goal of a conversion',
  'devices.block': 'Blocked a device',
  'devices.unblock': 'Unblocked a device',
  'fairness.publish': 'Published the draws of a day',
  'identity.link_provider': 'Joined an account with Google',
  'keys.transfer': 'Handed over a service key',
  'keys.issue': 'Issued a service key',
  'keys.revoke': 'Revoked a service key',
  'networks.create': 'Added a network',
  'networks.reveal_url': 'Revealed a postback address',
  'networks.rotate_secret': 'Rotated a network’s secret',
  'networks.update_feed': 'Changed a network’s feed',
  'networks.update': 'Changed a network',
  'offers.archive': 'Archived an offer',
  'offers.create': 'Created an offer',
  'offers.deactivate': 'Deactivated an offer',
  'offers.restore': 'Took an offer out of the archive',
  'offers.test_click': 'Made a test click',
  'offers.update': 'Changed an offer',
  'pictures.upload': 'Uploaded a picture',
  'postbacks.judge': 'Judged a postback again',
  'postbacks.match': 'Matched a postback by hand',
  'postbacks.replay': 'Replayed postbacks',
  'users.end_sessions': 'Ended a user’s sessions',
  'users.lift_legal_hold': 'Lifted a legal hold',
  'users.place_legal_hold': 'Placed a legal hold',
  'users.erase': 'Erased a user who left',
  'users.flag': 'Flagged a user',
  'users.unflag': 'Unflagged a user',
  'vouchers.delete': 'Deleted a voucher',
  'vouchers.grant_code_reads': 'Granted more voucher codes to read',
  'vouchers.import': 'Imported vouchers',
  'vouchers.read_codes': 'Read voucher codes',
  'vouchers.replace': 'Replaced a voucher',
  'vouchers.resend': 'Resent a voucher',
  'vouchers.reveal': 'Revealed a voucher code',
  'vouchers.update_brand': 'Changed a voucher brand',
  'vouchers.set_status': 'Changed a voucher’s status',
  'vouchers.use': 'Marked a voucher as used',
  'webhooks.create': 'Added an endpoint',
  'webhooks.remove': 'Removed an endpoint',
  'webhooks.replay': 'Sent events again',
  'webhooks.rotate_secret': 'Rotated an endpoint’s secret',
  'webhooks.test': 'Sent a test event',
  'webhooks.update': 'Changed an endpoint',
} as const;

const exports: Record<`${ExportedListName}.export`, string> = {
  'audit.export': 'Exported the audit log',
  'cases.export': 'Exported cases',
  'conversions.export': 'Exported conversions',
  'draws.export': 'Exported the draws of a day',
  'fraud.export': 'Exported registrations',
  'fraud-ips.export': 'Exported suspicious addresses',
  'fraud-devices.export': 'Exported suspicious devices',
  'offer-clicks.export': 'Exported offer clicks',
  'offers.export': 'Exported offers',
  'security-events.export': 'Exported security events',
  'users.export': 'Exported users',
  'vouchers.export': 'Exported vouchers',
};

/** An action that the code writes. Rows of older versions may have others. */
export type AuditAction = keyof typeof changes | keyof typeof exports;

const words: ReadonlyMap<string, string> = new Map(Object.entries({ ...changes, ...exports }));

export const auditActions: readonly string[] = [...words.keys()];

/** `Flagged a user` for `users.flag`. An unknown action is returned as it is. */
export const actionLabel = (action: string): string => words.get(action) ?? action;

const nouns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    addresses: 'addresses',
    admins: 'admins',
    approvals: 'requests',
    audit: 'the audit log',
    cases: 'cases',
    completions: 'conversions',
    conversions: 'the list of conversions',
    devices: 'devices',
    fairness: 'published draws',
    fraud: 'registrations',
    draws: 'draw files',
    'fraud-ips': 'suspicious addresses',
    'fraud-devices': 'suspicious devices',
    identity: 'sign-in',
    keys: 'service keys',
    networks: 'networks',
    'offer-clicks': 'offer clicks',
    offers: 'offers',
    postbacks: 'postbacks',
    'security-events': 'security events',
    users: 'users',
    vouchers: 'vouchers',
    webhooks: 'event endpoints',
  }),
);

/** The label of an action's noun: `conversions` for `completions`. An unknown noun is returned as it is. */
export const nounLabel = (noun: string): string => nouns.get(noun) ?? noun;
