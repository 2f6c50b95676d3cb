/**
 * Who may do what in the back-office: the one table, which the server asks and the screens hide by. A procedure that is
 * not written down here is a type error in packages/router, and is refused.
 */

/** Each role includes those before it. */
export const roles = ['analyst', 'support', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Is the role at least the one that is needed? */
export const reaches = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);

/**
 * What a service key may reach, by noun and verb; each is said by itself, and none includes another. `users:register`
 * is the one that the users' host takes, for `register.php` alone.
 */
export const scopes = [
  'audit:read',
  'cases:read',
  'cases:write',
  'clicks:read',
  'conversions:read',
  'credit',
  'fraud:read',
  'fraud:write',
  'insights:read',
  'messages:read',
  'networks:read',
  'networks:write',
  'offers:read',
  'offers:write',
  'postbacks:read',
  'postbacks:write',
  'users:read',
  'users:register',
  'users:write',
  'vouchers:codes',
  'vouchers:import',
  'vouchers:read',
  'vouchers:write',
] as const;
export type Scope = (typeof scopes)[number];

/** What one procedure asks of its caller. */
export interface Permission {
  /** The least role of a person. */
  role: Role;
  /** What a key needs; `any`: each key may; `none`: people alone. */
  scope: Scope | 'any' | 'none';
  /** Asks for a proof of the last minutes that it is the person who is signed in. */
  sensitive?: 'unless exempt' | 'always';
  /** Open to who must set up a second factor first. */
  beforeFactor?: true;
}

const open = (role: Role, scope: Permission['scope']): Permission => ({ role, scope });
/** For people alone. */
const person = (role: Role): Permission => ({ role, scope: 'none' });
/** What a stolen session must not do: the person proves themselves once more. */
const sensitive = (role: Role, scope: Permission['scope'] = 'none'): Permission => ({
  role,
  scope,
  sensitive: 'unless exempt',
});
/** One's own second factor: who is without one confirms by the password. */
const ownFactor = (isSensitive: boolean): Permission => ({
  role: 'analyst',
  scope: 'none',
  beforeFactor: true,
  ...(isSensitive && { sensitive: 'always' }),
});

/** By the procedure's path. `null`: open to everybody, or decided by its own rule. */
export const permissions = {
  'admin.site': null,
  'admin.identity.login': null,
  'admin.identity.logout': null,
  // The first admin has no session: its rule asks for a session or the setup token, and then for `manager`.
  'admin.identity.register': null,
  'admin.identity.loginByPasskey': null,
  'admin.identity.passkeyChallenge': null,
  'admin.identity.me': ownFactor(false),
  'admin.identity.confirm': ownFactor(false),
  'admin.secondFactor.get': ownFactor(false),
  'admin.secondFactor.totpToMake': ownFactor(true),
  'admin.secondFactor.confirmTotp': ownFactor(true),
  'admin.secondFactor.removeTotp': ownFactor(true),
  'admin.secondFactor.passkeyToMake': ownFactor(true),
  'admin.secondFactor.addPasskey': ownFactor(true),
  'admin.secondFactor.removePasskey': ownFactor(true),
  'admin.secondFactor.newRecoveryCodes': ownFactor(true),

  'admin.insights.dashboard': open('analyst', 'insights:read'),
  'admin.insights.needs': open('analyst', 'insights:read'),
  'admin.insights.report': open('analyst', 'insights:read'),
  'admin.insights.watch': open('analyst', 'insights:read'),
  'admin.lookup.find': open('analyst', 'users:read'),
  'admin.audit.list': open('analyst', 'audit:read'),
  'admin.securityEvents.list': open('manager', 'audit:read'),
  // Beside the list that is exported, which asks for its own.
  'admin.audit.recordExport': open('analyst', 'any'),
  'admin.audit.mayExport': open('analyst', 'any'),
  'admin.messages.list': open('analyst', 'messages:read'),
  'admin.preferences.get': person('analyst'),
  'admin.preferences.set': person('analyst'),
  'admin.views.list': person('analyst'),
  'admin.views.save': person('analyst'),
  'admin.views.setDefault': person('analyst'),
  'admin.views.delete': person('analyst'),

  'admin.offers.list': open('analyst', 'offers:read'),
  'admin.offers.detail': open('analyst', 'offers:read'),
  'admin.offers.create': open('manager', 'offers:write'),
  'admin.offers.update': open('manager', 'offers:write'),
  'admin.offers.deactivate': open('manager', 'offers:write'),
  'admin.offers.uploadPicture': open('manager', 'offers:write'),
  'admin.offers.bulk': open('manager', 'offers:write'),
  'admin.offers.compare': open('analyst', 'offers:read'),
  'admin.offers.testClick': open('manager', 'offers:write'),

  'admin.vouchers.list': open('analyst', 'vouchers:read'),
  'admin.vouchers.file': open('analyst', 'vouchers:read'),
  'admin.vouchers.brands': open('analyst', 'vouchers:read'),
  'admin.vouchers.saveBrand': open('manager', 'vouchers:write'),
  'admin.vouchers.uploadMark': open('manager', 'vouchers:write'),
  'admin.vouchers.forecast': open('analyst', 'vouchers:read'),
  'admin.vouchers.check': open('manager', 'vouchers:read'),
  'admin.vouchers.create': open('manager', 'vouchers:import'),
  'admin.vouchers.setStatus': open('manager', 'vouchers:write'),
  'admin.vouchers.delete': open('manager', 'vouchers:write'),
  'admin.vouchers.bulk': open('manager', 'vouchers:write'),
  'admin.vouchers.reveal': sensitive('manager', 'vouchers:codes'),
  'admin.vouchers.resend': open('support', 'vouchers:write'),
  'admin.vouchers.replace': open('manager', 'vouchers:write'),

  'admin.completions.list': open('analyst', 'conversions:read'),
  'admin.completions.file': open('analyst', 'conversions:read'),
  'admin.completions.chain': open('analyst', 'conversions:read'),
  'admin.completions.draws': open('analyst', 'conversions:read'),
  'admin.clicks.list': open('analyst', 'clicks:read'),
  'admin.clicks.file': open('analyst', 'clicks:read'),
  'admin.cases.list': open('analyst', 'cases:read'),
  'admin.cases.get': open('analyst', 'cases:read'),
  'admin.cases.close': open('support', 'cases:write'),
  'admin.cases.closeMany': open('support', 'cases:write'),

  'admin.users.list': open('analyst', 'users:read'),
  'admin.users.file': open('analyst', 'users:read'),
  'admin.users.detail': open('analyst', 'users:read'),
  'admin.users.profile': open('analyst', 'users:read'),
  'admin.users.credit': sensitive('support', 'credit'),
  'admin.users.endSessions': open('support', 'users:write'),

  'admin.fraud.list': open('analyst', 'fraud:read'),
  'admin.fraud.consequence': open('analyst', 'fraud:read'),
  'admin.fraud.evidence': open('analyst', 'fraud:read'),
  'admin.fraud.act': open('support', 'fraud:write'),
  'admin.fraud.actOnMatching': open('support', 'fraud:write'),
  'admin.fraud.blockPlaces': open('support', 'fraud:write'),
  'admin.fraud.undo': open('support', 'fraud:write'),

  'admin.networks.list': open('analyst', 'networks:read'),
  'admin.networks.presets': open('analyst', 'networks:read'),
  'admin.networks.get': open('analyst', 'networks:read'),
  'admin.networks.health': open('analyst', 'networks:read'),
  'admin.networks.tests': open('analyst', 'networks:read'),
  'admin.networks.create': sensitive('manager'),
  // How calls are verified, what they pay, and whether they count.
  'admin.networks.update': sensitive('manager'),
  'admin.networks.rotateSecret': sensitive('manager'),
  'admin.networks.postbackUrl': sensitive('manager'),
  'admin.networks.test': person('manager'),
  'admin.networks.feed.get': open('analyst', 'networks:read'),
  'admin.networks.feed.save': sensitive('manager'),
  'admin.networks.feed.preview': open('manager', 'networks:write'),
  'admin.networks.feed.take': open('manager', 'networks:write'),

  'admin.postbacks.list': open('analyst', 'postbacks:read'),
  'admin.postbacks.get': open('analyst', 'postbacks:read'),
  'admin.postbacks.dryRun': open('analyst', 'postbacks:read'),
  'admin.postbacks.replay': open('manager', 'postbacks:write'),
  'admin.postbacks.match': open('support', 'postbacks:write'),

  // Addresses of services, and everything that they are told.
  'admin.webhooks.endpoints': person('manager'),
  'admin.webhooks.deliveries': person('manager'),
  'admin.webhooks.delivery': person('manager'),
  'admin.webhooks.create': sensitive('manager'),
  'admin.webhooks.update': sensitive('manager'),
  'admin.webhooks.rotateSecret': sensitive('manager'),
  'admin.webhooks.remove': sensitive('manager'),
  'admin.webhooks.test': person('manager'),
  'admin.webhooks.replay': person('manager'),

  'admin.admins.list': person('manager'),
  'admin.admins.deactivate': sensitive('manager'),
  'admin.admins.setRole': sensitive('manager'),
  'admin.admins.resetSecondFactor': sensitive('owner'),
  'admin.admins.changePassword': person('analyst'),
  'admin.admins.sessions': person('analyst'),
  'admin.admins.revokeSession': person('analyst'),
  'admin.admins.signOutEverywhere': person('analyst'),

  // What waits for a second person: who asked sees their own, owners see all of them.
  'admin.approvals.list': person('manager'),
  'admin.approvals.approve': sensitive('owner'),
  'admin.approvals.refuse': person('owner'),
  'admin.approvals.withdraw': person('manager'),

  'admin.keys.list': person('owner'),
  'admin.keys.handOver': sensitive('owner'),
  'admin.keys.issue': sensitive('owner'),
  'admin.keys.revoke': sensitive('owner'),
} as const satisfies Record<string, Permission | null>;

/** A procedure of the back-office, by its path. */
export type Procedure = keyof typeof permissions;

/** What a procedure asks for; undefined for what is not in the table, which nobody may call. */
export const permissionOf = (path: string): Permission | null | undefined =>
  Object.hasOwn(permissions, path) ? permissions[path as Procedure] : undefined;

/** May a person of the role call the procedure? What screens hide by. */
export function may(role: Role, procedure: Procedure): boolean {
  const permission: Permission | null = permissions[procedure];
  return permission === null || reaches(role, permission.role);
}

/** What is not one procedure's, but parts what several of them answer or do. */
export const capabilities = {
  /** Sees voucher codes in clear. */
  readCodes: { role: 'manager', scope: 'vouchers:codes' },
  /** Takes files that say who people are. */
  exportPersonalData: { role: 'support', scope: 'users:read' },
  /** Credits what is worth more than support's limit. */
  creditBeyondLimit: { role: 'manager', scope: 'credit' },
  /** Makes admins, and gives roles, at most one's own. */
  makeAdmins: { role: 'manager', scope: 'none', sensitive: 'unless exempt' },
} as const satisfies Record<string, Permission>;
export type Capability = keyof typeof capabilities;
