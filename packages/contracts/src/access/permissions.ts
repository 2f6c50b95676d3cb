/**
 * Permissions of the back-office in one table. The server enforces the table, and screens use it to hide actions. A
 * procedure that is missing here causes a type error in packages/router, and the server refuses calls to it.
 */

/** Each role includes all earlier roles. */
export const roles = ['analyst', 'support', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Checks that a role is the required role or a higher one. */
export const includesRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);

/**
 * Scopes of a service key, by noun and verb; no scope includes another. `users:register` is accepted on the user host,
 * for `register.php` only.
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

/** What one procedure requires of its caller. */
export interface Permission {
  /** The lowest role that may call it. */
  role: Role;
  /** The scope that a service key needs. `any`: every key may call it. `none`: no key may. */
  scope: Scope | 'any' | 'none';
  /**
   * Requires that a person proved their identity recently (step-up). `unless exempt`: does not apply to an admin
   * without a second factor while no second factor is required.
   */
  sensitive?: 'unless exempt' | 'always';
  /** Allowed before the required second factor is set up. */
  beforeFactor?: true;
}

const withScope = (role: Role, scope: Permission['scope']): Permission => ({ role, scope });
const forPersonOnly = (role: Role): Permission => ({ role, scope: 'none' });
/** Actions that a stolen session must not perform: the person confirms their identity again. */
const sensitive = (role: Role, scope: Permission['scope'] = 'none'): Permission => ({
  role,
  scope,
  sensitive: 'unless exempt',
});
/** Actions on the admin's own second factor. If no factor is set up, the password confirms the action. */
const ownFactor = (isSensitive: boolean): Permission => ({
  role: 'analyst',
  scope: 'none',
  beforeFactor: true,
  ...(isSensitive && { sensitive: 'always' }),
});

/** Required permission by procedure path. `null`: open to all, or checked by the procedure itself. */
export const permissions = {
  'admin.site': null,
  'admin.identity.login': null,
  'admin.identity.logout': null,
  // Before the first admin exists, there is no session, so the procedure asks for the setup token. Later, a `manager`
  // or a higher role creates admins.
  'admin.identity.register': null,
  'admin.identity.loginByPasskey': null,
  'admin.identity.passkeyChallenge': null,
  'admin.identity.me': ownFactor(false),
  'admin.identity.confirm': ownFactor(false),
  'admin.secondFactor.get': ownFactor(false),
  'admin.secondFactor.totpEnrollment': ownFactor(true),
  'admin.secondFactor.confirmTotp': ownFactor(true),
  'admin.secondFactor.removeTotp': ownFactor(true),
  'admin.secondFactor.passkeyCreationOptions': ownFactor(true),
  'admin.secondFactor.addPasskey': ownFactor(true),
  'admin.secondFactor.removePasskey': ownFactor(true),
  'admin.secondFactor.newRecoveryCodes': ownFactor(true),

  'admin.insights.dashboard': withScope('analyst', 'insights:read'),
  'admin.insights.todos': withScope('analyst', 'insights:read'),
  'admin.insights.checklist': withScope('manager', 'insights:read'),
  'admin.insights.report': withScope('analyst', 'insights:read'),
  'admin.insights.watch': withScope('analyst', 'insights:read'),
  'admin.spending.get': withScope('analyst', 'insights:read'),
  'admin.spending.pause': sensitive('owner'),
  'admin.spending.resume': sensitive('owner'),
  'admin.spending.setCeiling': sensitive('owner'),
  'admin.spending.liftCeiling': sensitive('owner'),
  'admin.insights.sendTestPage': forPersonOnly('manager'),
  'admin.lookup.find': withScope('analyst', 'users:read'),
  'admin.audit.list': withScope('analyst', 'audit:read'),
  'admin.securityEvents.list': withScope('manager', 'audit:read'),
  // Called before a list is exported. The list itself then checks its own permission.
  'admin.audit.recordExport': withScope('analyst', 'any'),
  'admin.audit.mayExport': withScope('analyst', 'any'),
  'admin.messages.list': withScope('analyst', 'messages:read'),
  'admin.preferences.get': forPersonOnly('analyst'),
  'admin.preferences.set': forPersonOnly('analyst'),
  'admin.views.list': forPersonOnly('analyst'),
  'admin.views.save': forPersonOnly('analyst'),
  'admin.views.setDefault': forPersonOnly('analyst'),
  'admin.views.delete': forPersonOnly('analyst'),

  'admin.offers.list': withScope('analyst', 'offers:read'),
  'admin.offers.detail': withScope('analyst', 'offers:read'),
  'admin.offers.create': withScope('manager', 'offers:write'),
  'admin.offers.update': withScope('manager', 'offers:write'),
  'admin.offers.deactivate': withScope('manager', 'offers:write'),
  'admin.offers.uploadPicture': withScope('manager', 'offers:write'),
  'admin.offers.bulk': withScope('manager', 'offers:write'),
  'admin.offers.compare': withScope('analyst', 'offers:read'),
  'admin.offers.testClick': withScope('manager', 'offers:write'),

  'admin.vouchers.list': withScope('analyst', 'vouchers:read'),
  'admin.vouchers.file': withScope('analyst', 'vouchers:read'),
  'admin.vouchers.brands': withScope('analyst', 'vouchers:read'),
  'admin.vouchers.saveBrand': withScope('manager', 'vouchers:write'),
  'admin.vouchers.uploadMark': withScope('manager', 'vouchers:write'),
  'admin.vouchers.forecast': withScope('analyst', 'vouchers:read'),
  'admin.vouchers.check': withScope('manager', 'vouchers:read'),
  'admin.vouchers.create': withScope('manager', 'vouchers:import'),
  'admin.vouchers.setStatus': withScope('manager', 'vouchers:write'),
  'admin.vouchers.delete': withScope('manager', 'vouchers:write'),
  'admin.vouchers.bulk': withScope('manager', 'vouchers:write'),
  'admin.vouchers.reveal': sensitive('manager', 'vouchers:codes'),
  'admin.vouchers.resend': withScope('support', 'vouchers:write'),
  'admin.vouchers.replace': withScope('manager', 'vouchers:write'),

  'admin.completions.list': withScope('analyst', 'conversions:read'),
  'admin.completions.file': withScope('analyst', 'conversions:read'),
  'admin.completions.completionTrace': withScope('analyst', 'conversions:read'),
  'admin.completions.draws': withScope('analyst', 'conversions:read'),
  'admin.clicks.list': withScope('analyst', 'clicks:read'),
  'admin.clicks.file': withScope('analyst', 'clicks:read'),
  'admin.cases.list': withScope('analyst', 'cases:read'),
  'admin.cases.get': withScope('analyst', 'cases:read'),
  'admin.cases.close': withScope('support', 'cases:write'),
  'admin.cases.bulkClose': withScope('support', 'cases:write'),

  'admin.users.list': withScope('analyst', 'users:read'),
  'admin.users.file': withScope('analyst', 'users:read'),
  'admin.users.detail': withScope('analyst', 'users:read'),
  'admin.users.profile': withScope('analyst', 'users:read'),
  'admin.users.credit': sensitive('support', 'credit'),
  'admin.users.endSessions': withScope('support', 'users:write'),
  'admin.users.setLegalHold': sensitive('owner'),

  'admin.fraud.list': withScope('analyst', 'fraud:read'),
  'admin.fraud.impact': withScope('analyst', 'fraud:read'),
  'admin.fraud.evidence': withScope('analyst', 'fraud:read'),
  'admin.fraud.act': withScope('support', 'fraud:write'),
  'admin.fraud.applyToMatching': withScope('support', 'fraud:write'),
  'admin.fraud.blockSources': withScope('support', 'fraud:write'),
  'admin.fraud.undo': withScope('support', 'fraud:write'),

  'admin.networks.list': withScope('analyst', 'networks:read'),
  'admin.networks.presets': withScope('analyst', 'networks:read'),
  'admin.networks.get': withScope('analyst', 'networks:read'),
  'admin.networks.setup': withScope('analyst', 'networks:read'),
  'admin.networks.health': withScope('analyst', 'networks:read'),
  'admin.networks.tests': withScope('analyst', 'networks:read'),
  'admin.networks.create': sensitive('manager'),
  // The settings of a network decide which postbacks are genuine, whether they count, and what they pay.
  'admin.networks.update': sensitive('manager'),
  'admin.networks.rotateSecret': sensitive('manager'),
  'admin.networks.postbackUrl': sensitive('manager'),
  'admin.networks.test': forPersonOnly('manager'),
  'admin.networks.statements.list': withScope('analyst', 'networks:read'),
  'admin.networks.statements.differences': withScope('analyst', 'networks:read'),
  'admin.networks.statements.groups': withScope('analyst', 'networks:read'),
  'admin.networks.statements.begin': forPersonOnly('manager'),
  'admin.networks.statements.addLines': forPersonOnly('manager'),
  'admin.networks.statements.compare': forPersonOnly('manager'),
  'admin.networks.statements.accept': forPersonOnly('manager'),
  'admin.networks.feed.get': withScope('analyst', 'networks:read'),
  'admin.networks.feed.save': sensitive('manager'),
  'admin.networks.feed.preview': withScope('manager', 'networks:write'),
  'admin.networks.feed.take': withScope('manager', 'networks:write'),

  'admin.postbacks.list': withScope('analyst', 'postbacks:read'),
  'admin.postbacks.get': withScope('analyst', 'postbacks:read'),
  'admin.postbacks.dryRun': withScope('analyst', 'postbacks:read'),
  'admin.postbacks.replay': withScope('manager', 'postbacks:write'),
  'admin.postbacks.match': withScope('support', 'postbacks:write'),

  // These procedures decide to which URLs events are sent, and show all data in the events.
  'admin.webhooks.endpoints': forPersonOnly('manager'),
  'admin.webhooks.deliveries': forPersonOnly('manager'),
  'admin.webhooks.delivery': forPersonOnly('manager'),
  'admin.webhooks.create': sensitive('manager'),
  'admin.webhooks.update': sensitive('manager'),
  'admin.webhooks.rotateSecret': sensitive('manager'),
  'admin.webhooks.remove': sensitive('manager'),
  'admin.webhooks.test': forPersonOnly('manager'),
  'admin.webhooks.replay': forPersonOnly('manager'),

  'admin.admins.list': forPersonOnly('manager'),
  'admin.admins.deactivate': sensitive('manager'),
  'admin.admins.setRole': sensitive('manager'),
  'admin.admins.resetSecondFactor': sensitive('owner'),
  'admin.admins.changePassword': forPersonOnly('analyst'),
  'admin.admins.sessions': forPersonOnly('analyst'),
  'admin.admins.revokeSession': forPersonOnly('analyst'),
  'admin.admins.signOutEverywhere': forPersonOnly('analyst'),

  // Approval requests: requesters see only their own, owners see all.
  'admin.approvals.list': forPersonOnly('manager'),
  'admin.approvals.approve': sensitive('owner'),
  'admin.approvals.refuse': forPersonOnly('owner'),
  'admin.approvals.withdraw': forPersonOnly('manager'),

  'admin.keys.list': forPersonOnly('owner'),
  'admin.keys.handOver': sensitive('owner'),
  'admin.keys.issue': sensitive('owner'),
  'admin.keys.revoke': sensitive('owner'),
} as const satisfies Record<string, Permission | null>;

export type Procedure = keyof typeof permissions;

/** @returns what a procedure requires, or null (see the table); undefined for an unknown procedure, which is refused */
export const getPermission = (path: string): Permission | null | undefined =>
  Object.hasOwn(permissions, path) ? permissions[path as Procedure] : undefined;

/** Checks whether a role may call a procedure. Screens use it to hide actions. */
export function isAllowed(role: Role, procedure: Procedure): boolean {
  const permission: Permission | null = permissions[procedure];
  return permission === null || includesRole(role, permission.role);
}

/** Permissions for a part of an answer or action, each used by several procedures. */
export const capabilities = {
  /** Sees voucher codes unmasked. */
  readCodes: { role: 'manager', scope: 'vouchers:codes' },
  /** Exports CSV files with personal data. */
  exportPersonalData: { role: 'support', scope: 'users:read' },
  /** Credits amounts above the support limit. */
  creditBeyondLimit: { role: 'manager', scope: 'credit' },
  /** Creates admins and assigns roles, up to the caller's own role. */
  makeAdmins: { role: 'manager', scope: 'none', sensitive: 'unless exempt' },
} as const satisfies Record<string, Permission>;
export type Capability = keyof typeof capabilities;
