import type { ApprovalRules } from '@inaam/core/kernel/approval';
import { AddressNotAllowed, requirePublicAddress } from '@inaam/core/kernel/outgoing-requests';
import type { HeadReceiver } from '@inaam/core/office/audit/queries';
import type { IdTokenSettings } from '@inaam/core/people/users/id-token';
import {
  type Environment,
  getDataDir,
  getMode,
  isBeyondLoopback,
  type Mode,
  parseEnvironment,
  SettingError,
} from '@inaam/settings/environment';
import { isLocalHost } from './database-tls.ts';
import { listWeakenedSettings, requireSafeDatabase, validateProductionSettings } from './production-settings.ts';

/** ms that a statement may take in the database: less than the total for a request. */
export const STATEMENT_TIMEOUT = 6_000;

/** All settings, read once at the start. production-settings.ts refuses settings that are unsafe in production. */
export interface Settings {
  mode: Mode;
  app: { port: number; origin: string };
  admin: { port: number; origin: string };
  /** The IP address or host name to listen on. `localhost`: loopback of IPv4 and IPv6; `::`: all IP addresses. */
  listen: string;
  /** Whether the demo generates its passwords: if other machines can reach it and DEMO_PUBLIC is not set. */
  drawDemoPasswords: boolean;
  /** Origins that may send state-changing calls to each host. */
  ownOrigins: { app: string[]; admin: string[] };
  /** undefined: the embedded PostgreSQL, only in demo mode. */
  databaseUrl: string | undefined;
  /** A standby from which lists and figures of the back-office are read. */
  readUrl: string | undefined;
  /** Whether to prepare statements; false behind a pooler that shares connections between transactions. */
  prepare: boolean;
  /** ms for which a stopping process keeps answering. */
  drainMs: number;
  dataDir: string;
  trustProxy: string[] | false;
  rateLimits: boolean;
  /** True if admins must set up a second factor at their first sign-in. */
  secondFactorRequired: boolean;
  /** Actions that a second person must approve. */
  approvals: ApprovalRules;
  brandName: string;
  supportEmail: string;
  networkName: string;
  /** Minimum age in years to sign up. */
  minimumAge: number;
  deletionDays: number;
  logRetentionDays: number;
  statementRetentionDays: number;
  grievanceOfficer: { name: string; email: string } | null;
  /** undefined: no sign-in through a provider. */
  identity: IdTokenSettings | undefined;
  /** Values that the web app needs to open the provider's sign-in. None of them is secret. */
  firebase: { apiKey: string; authDomain: string; projectId: string } | undefined;
  /**
   * Keys of 32 bytes for sealed values: the first one encrypts, all of them decrypt. Empty: a key is stored under
   * `dataDir`.
   */
  secretsKeys: Uint8Array[];
  /** Keys of 32 bytes for the audit log, the current one first. Empty: derived from `secretsKeys`. */
  auditKeys: Uint8Array[];
  /** Public keys (hex) that verify signatures of the audit log made with earlier keys. */
  auditPublicKeys: string[];
  /** Where the audit log's newest head is posted; undefined: nowhere. */
  auditReceiver: HeadReceiver | undefined;
  mail: MailSettings;
  push: PushSettings;
  /** True if a spin requires a verified e-mail address. */
  verifyBeforeSpin: boolean;
  /** The sandbox, which runs only in the demo. */
  sandbox: { origin: string; secret: string } | undefined;
  /** Where Prometheus reads metrics; undefined: disabled. */
  metrics: { port: number; host: string } | undefined;
  /** undefined: no traces. */
  tracing: TracingSettings | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Warnings about weakened settings in production; empty in the demo. */
  weakenings: string[];
}

export interface TracingSettings {
  /** Base URL of the trace collector, without a path such as `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  /** Share of requests and jobs that are traced, from 0 to 1. */
  share: number;
}

export type MailSettings = { kind: 'off' } | SmtpSettings;

export interface SmtpSettings {
  kind: 'smtp';
  /** undefined: the SMTP server of the sandbox, which reports its port. */
  url: string | undefined;
  /** An e-mail address, or `Name <address>`. */
  from: string;
  /** True if mails must not be sent over an unencrypted connection. */
  requireTls: boolean;
  dkim: { domain: string; selector: string; keyFile: string } | undefined;
}

export type PushSettings = { kind: 'off' } | OpenPush;

interface OpenPush {
  kind: 'on';
  /** Host names of push services; `*.` matches any prefix. */
  hosts: readonly string[];
  /** The sandbox's push service; undefined in production. */
  trustedOrigin: string | undefined;
  /** Contact for push services (RFC 8292, section 2.1). */
  subject: string;
}

export type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'dataDir' | 'secretsKeys' | 'auditKeys' | 'auditPublicKeys' | 'prepare'
> & {
  /** The database URL of the owner, without a pooler; undefined if `databaseUrl` already is that URL. */
  migrateUrl: string | undefined;
};

/** Reads the settings of commands that need only the database. @throws SettingError naming the variable */
export function readDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const e = parseEnvironment(env);
  if (getMode(e) === 'production') requireSafeDatabase(e);
  return {
    databaseUrl: e.DATABASE_URL,
    migrateUrl: e.DATABASE_MIGRATE_URL,
    prepare: e.DATABASE_PREPARE === 'on',
    dataDir: getDataDir(e),
    secretsKeys: e.SECRETS_KEY ?? [],
    auditKeys: e.AUDIT_KEY ?? [],
    auditPublicKeys: e.AUDIT_PUBLIC_KEYS ?? [],
  };
}

/**
 * Returns the database role of the api. Returns an empty object if the URLs do not name two different roles: then the
 * api connects as the owner.
 */
export function getRuntimeRole(settings: Pick<DatabaseSettings, 'databaseUrl' | 'migrateUrl'>): {
  runtimeRole?: string;
} {
  const [apiRole, ownerRole] = [settings.databaseUrl, settings.migrateUrl].map(
    (url) => url && /^\w+:\/\/([^:@/]+)/.exec(url)?.[1],
  );
  return apiRole && ownerRole && apiRole !== ownerRole ? { runtimeRole: decodeURIComponent(apiRole) } : {};
}

/** @throws SettingError naming the variable */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const e = parseEnvironment(env);
  const mode = getMode(e);
  const app = { port: e.APP_PORT, origin: e.APP_ORIGIN ?? `http://localhost:${e.APP_PORT}` };
  const admin = { port: e.ADMIN_PORT, origin: e.ADMIN_ORIGIN ?? `http://localhost:${e.ADMIN_PORT}` };
  if (app.port === admin.port) throw new SettingError('ADMIN_PORT', 'must differ from APP_PORT');
  if (e.METRICS_PORT !== undefined && [app.port, admin.port].includes(e.METRICS_PORT)) {
    throw new SettingError('METRICS_PORT', 'must differ from APP_PORT and ADMIN_PORT: the hosts are public');
  }
  if (e.DATABASE_READ_URL && !e.DATABASE_URL) {
    throw new SettingError('DATABASE_READ_URL', 'needs DATABASE_URL: the embedded database has no standby');
  }
  if (e.DATABASE_READ_URL && e.DATABASE_READ_URL === e.DATABASE_URL) {
    throw new SettingError('DATABASE_READ_URL', 'must name a standby, and not the database itself');
  }
  if (mode === 'production') validateProductionSettings(e, app.origin, admin.origin);
  const sandboxOrigin = `http://localhost:${e.SANDBOX_PORT}`;
  if (mode === 'demo' && !e.SANDBOX_SECRET) throw new SettingError('SANDBOX_SECRET', 'is required in demo mode');
  return {
    mode,
    app,
    admin,
    listen: getListenAddress(e, mode),
    drawDemoPasswords: mode === 'demo' && isBeyondLoopback(e) && e.DEMO_PUBLIC === undefined,
    ownOrigins: { app: withLoopbackNames(app.origin), admin: withLoopbackNames(admin.origin) },
    databaseUrl: e.DATABASE_URL,
    readUrl: e.DATABASE_READ_URL,
    prepare: e.DATABASE_PREPARE === 'on',
    drainMs: (e.DRAIN_SECONDS ?? (mode === 'production' ? 5 : 0)) * 1000,
    dataDir: getDataDir(e),
    trustProxy: e.TRUST_PROXY === undefined || e.TRUST_PROXY.length === 0 ? false : e.TRUST_PROXY,
    rateLimits: e.RATE_LIMITS === 'on',
    secondFactorRequired: (e.ADMIN_SECOND_FACTOR ?? (mode === 'production' ? 'required' : 'optional')) === 'required',
    approvals: {
      when: e.APPROVALS,
      creditPaise: e.APPROVAL_CREDIT * 100,
      oddsShare: e.APPROVAL_ODDS_SHARE,
      oddsCostPaise: e.APPROVAL_ODDS_COST * 100,
      codes: e.APPROVAL_CODES,
      codesPaise: e.APPROVAL_CODES_VALUE * 100,
      rateShare: e.APPROVAL_RATE_SHARE,
      hours: e.APPROVAL_HOURS,
    },
    brandName: e.BRAND_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    networkName: e.NETWORK_NAME,
    minimumAge: e.MINIMUM_AGE,
    deletionDays: e.DELETION_DAYS,
    logRetentionDays: e.LOG_RETENTION_DAYS,
    statementRetentionDays: e.STATEMENT_RETENTION_DAYS,
    grievanceOfficer: e.GRIEVANCE_OFFICER ?? null,
    identity: getIdentity(e, mode, sandboxOrigin),
    firebase: getFirebase(e),
    secretsKeys: e.SECRETS_KEY ?? [],
    auditKeys: e.AUDIT_KEY ?? [],
    auditPublicKeys: e.AUDIT_PUBLIC_KEYS ?? [],
    auditReceiver: getAuditReceiver(e),
    mail: getMail(e, mode),
    push:
      e.PUSH === 'off'
        ? { kind: 'off' }
        : {
            kind: 'on',
            hosts: e.PUSH_HOSTS,
            trustedOrigin: mode === 'demo' ? sandboxOrigin : undefined,
            subject: `mailto:${e.SUPPORT_EMAIL}`,
          },
    // Without mail, verification is impossible.
    verifyBeforeSpin: e.VERIFY_EMAIL === 'before_spin' && e.MAIL === 'on',
    sandbox: mode === 'demo' ? { origin: sandboxOrigin, secret: e.SANDBOX_SECRET ?? '' } : undefined,
    metrics: e.METRICS_PORT === undefined ? undefined : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    tracing:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
            headers: e.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            service: e.OTEL_SERVICE_NAME,
            share: e.OTEL_TRACES_SAMPLER_ARG,
          },
    logLevel: e.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    weakenings: mode === 'production' ? listWeakenedSettings(e) : [],
  };
}

function getListenAddress({ LISTEN }: Environment, mode: Mode): string {
  const listen = LISTEN ?? (mode === 'demo' ? 'loopback' : 'all');
  return listen === 'loopback' ? 'localhost' : listen === 'all' ? '::' : listen;
}

/** The receiver must be public and use https, unless it is a program on this machine. */
function getAuditReceiver({ AUDIT_WEBHOOK_URL: url, AUDIT_WEBHOOK_SECRET: secrets }: Environment) {
  if (!url) {
    if (secrets) throw new SettingError('AUDIT_WEBHOOK_URL', 'is required with AUDIT_WEBHOOK_SECRET');
    return undefined;
  }
  if (!secrets) throw new SettingError('AUDIT_WEBHOOK_SECRET', 'is required with AUDIT_WEBHOOK_URL');
  const address = new URL(url);
  const rules = { trustedOrigin: isLocalHost(address.hostname) ? address.origin : undefined };
  try {
    requirePublicAddress(address, rules);
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error;
    throw new SettingError('AUDIT_WEBHOOK_URL', `is refused: ${error.message}`);
  }
  return { url, secrets, rules };
}

function getMail(e: Environment, mode: Mode): MailSettings {
  if (e.MAIL === 'off') {
    if (e.MAIL_URL) throw new SettingError('MAIL_URL', 'cannot be set with MAIL=off');
    return { kind: 'off' };
  }
  const [domain, selector, ...file] = e.MAIL_DKIM?.split(':') ?? [];
  return {
    kind: 'smtp',
    url: e.MAIL_URL,
    from: e.MAIL_FROM ?? `${e.BRAND_NAME.replaceAll(/[<>"@]/g, ' ')} <${e.SUPPORT_EMAIL}>`,
    requireTls: mode === 'production',
    dkim: domain && selector ? { domain, selector, keyFile: file.join(':') } : undefined,
  };
}

/** Keys of Firebase's ID tokens, for all projects. */
const FIREBASE_JWKS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

function getIdentity(e: Environment, mode: Settings['mode'], sandboxOrigin: string): Settings['identity'] {
  const signInProviders = e.IDENTITY_SIGN_IN_PROVIDERS;
  if (e.IDENTITY_PROJECT_ID) {
    return {
      signInProviders,
      projectId: e.IDENTITY_PROJECT_ID,
      issuer: e.IDENTITY_ISSUER ?? `https://securetoken.google.com/${e.IDENTITY_PROJECT_ID}`,
      jwksUrl: e.IDENTITY_JWKS_URL ?? FIREBASE_JWKS,
    };
  }
  if (e.IDENTITY_ISSUER) throw new SettingError('IDENTITY_PROJECT_ID', 'is required with IDENTITY_ISSUER');
  if (e.IDENTITY_JWKS_URL) throw new SettingError('IDENTITY_PROJECT_ID', 'is required with IDENTITY_JWKS_URL');
  if (mode === 'production') return undefined;
  return { projectId: 'inaam-sandbox', issuer: sandboxOrigin, jwksUrl: `${sandboxOrigin}/jwks`, signInProviders };
}

function getFirebase(e: Environment): Settings['firebase'] {
  const { IDENTITY_PROJECT_ID: projectId, IDENTITY_API_KEY: apiKey, IDENTITY_AUTH_DOMAIN: authDomain } = e;
  if (!projectId && apiKey) throw new SettingError('IDENTITY_PROJECT_ID', 'is required with IDENTITY_API_KEY');
  if (!apiKey && authDomain) throw new SettingError('IDENTITY_API_KEY', 'is required with IDENTITY_AUTH_DOMAIN');
  if (!projectId || !apiKey) return undefined;
  return { projectId, apiKey, authDomain: authDomain ?? `${projectId}.firebaseapp.com` };
}

/** Adds the other names of the loopback address, because people on the same machine use any of them. */
function withLoopbackNames(own: string): string[] {
  const url = new URL(own);
  if (url.hostname !== 'localhost') return [own];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => own.replace('//localhost', `//${name}`));
}
