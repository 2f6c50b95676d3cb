import { LEAST_LOG_DAYS } from '@inaam/contracts/account/retention';
import { type Environment, environmentSchema, SettingError } from '@inaam/settings/environment';
import ipaddr from 'ipaddr.js';
import { isLocalHost, requireDatabaseTls } from './database-tls.ts';

/** Checks the environment in production: refuses unsafe settings, and accepts weakened ones with a warning. */

/** @throws SettingError naming the variable */
export function validateProductionSettings(e: Environment, appOrigin: string, adminOrigin: string): void {
  requireHttps('APP_ORIGIN', appOrigin);
  requireHttps('ADMIN_ORIGIN', adminOrigin);
  if (new URL(appOrigin).hostname === new URL(adminOrigin).hostname) {
    throw new SettingError('ADMIN_ORIGIN', 'must be on a different domain from APP_ORIGIN in production');
  }
  for (const name of ['SUPPORT_EMAIL', 'NETWORK_NAME'] as const) {
    if (e[name] === environmentSchema.parse({})[name])
      throw new SettingError(name, 'must be set in production: users read it');
  }
  requireNarrowProxies(e.TRUST_PROXY);
  if (e.DEMO_PUBLIC) throw new SettingError('DEMO_PUBLIC', 'cannot be set in production');
  if (e.RATE_LIMITS === 'off') throw new SettingError('RATE_LIMITS', 'cannot be off in production');
  if (e.APPROVALS === 'off') throw new SettingError('APPROVALS', 'cannot be off in production');
  if (e.SANDBOX_SECRET)
    throw new SettingError('SANDBOX_SECRET', 'cannot be set in production: the sandbox is for demo mode');
  requireHttps('IDENTITY_JWKS_URL', e.IDENTITY_JWKS_URL);
  requireHttps('IDENTITY_ISSUER', e.IDENTITY_ISSUER);
  if (e.MAIL === 'on' && !e.MAIL_URL) throw new SettingError('MAIL_URL', 'is required in production unless MAIL=off');
  if (e.MAIL === 'on' && !e.MAIL_FROM) throw new SettingError('MAIL_FROM', 'is required in production unless MAIL=off');
  requireHttpsCollector(e);
  requireSafeDatabase(e);
}

/** @throws SettingError naming a database URL that is missing or does not require encryption */
export function requireSafeDatabase(e: Environment): void {
  if (!e.DATABASE_URL) throw new SettingError('DATABASE_URL', 'is required in production');
  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATE_URL', 'DATABASE_READ_URL'] as const) {
    requireDatabaseTls(name, e[name]);
  }
}

function requireHttps(name: string, address: string | undefined): void {
  if (address === undefined || new URL(address).protocol === 'https:') return;
  throw new SettingError(name, 'must be an https address in production');
}

/** Prefix lengths of the largest private blocks, 10.0.0.0/8 and fc00::/7. A shorter prefix is a larger block. */
const MIN_PREFIX_LENGTH = { ipv4: 8, ipv6: 7 };

/** A trusted proxy can forge callers' IP addresses. So a huge trusted block would defeat all limits by IP address. */
function requireNarrowProxies(proxies: string[] | undefined): void {
  if (proxies === undefined)
    throw new SettingError('TRUST_PROXY', 'must be set in production: the proxies in front, or none');
  for (const block of proxies.filter((each) => ipaddr.isValidCIDR(each))) {
    const [address, bits] = ipaddr.parseCIDR(block);
    // ::ffff:0:0/96 equals 0.0.0.0/0.
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    const [kind, prefix] = isMapped ? (['ipv4', bits - 96] as const) : ([address.kind(), bits] as const);
    if (prefix < MIN_PREFIX_LENGTH[kind])
      throw new SettingError('TRUST_PROXY', `cannot hold ${block} in production: too large a range to trust`);
  }
}

/**
 * Requires https for a remote collector with headers: every batch of traces sends them, and they contain its API key.
 */
function requireHttpsCollector(e: Environment): void {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = e;
  if (!endpoint || !headers || isLocalHost(new URL(endpoint).hostname)) return;
  requireHttps('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint);
}

/** Settings that weaken approvals when raised. APPROVAL_HOURS does not, because a waiting request grants nothing. */
const LIMITS = [
  'APPROVAL_CREDIT',
  'APPROVAL_ODDS_SHARE',
  'APPROVAL_ODDS_COST',
  'APPROVAL_CODES',
  'APPROVAL_CODES_VALUE',
  'APPROVAL_RATE_SHARE',
] as const;

/** Lists settings that were weakened on purpose, one per line, for the log at startup. */
export function listWeakenedSettings(e: Environment): string[] {
  const defaults = environmentSchema.parse({});
  return [
    ...(e.ADMIN_SECOND_FACTOR === 'optional'
      ? ['ADMIN_SECOND_FACTOR=optional: admins can sign in with only a password']
      : []),
    ...(e.VERIFY_EMAIL === 'off' || e.MAIL === 'off'
      ? [`${e.MAIL === 'off' ? 'MAIL' : 'VERIFY_EMAIL'}=off: users can spin without a verified e-mail address`]
      : []),
    ...(e.AUDIT_KEY
      ? []
      : ['AUDIT_KEY is not set: the key that opens sealed values could also sign a forged audit log']),
    ...(e.AUDIT_WEBHOOK_URL
      ? []
      : ['AUDIT_WEBHOOK_URL is not set: if the end of the audit log is cut off, only the log files reveal it']),
    // Whole months are dropped, so a row can be dropped up to 31 days early.
    ...(e.LOG_RETENTION_DAYS < LEAST_LOG_DAYS + 31
      ? [`LOG_RETENTION_DAYS=${e.LOG_RETENTION_DAYS}: some logs may be kept for less than a year`]
      : []),
    ...(e.GRIEVANCE_OFFICER === undefined
      ? ['GRIEVANCE_OFFICER is not set: the legal page names no one for complaints about personal data']
      : []),
    ...LIMITS.filter((name) => e[name] > defaults[name]).map(
      (name) => `${name}=${e[name]}: above the default of ${defaults[name]}, so larger actions need no second person`,
    ),
  ];
}
