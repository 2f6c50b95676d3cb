import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Every setting of the contract, read once. What weakens security is refused in production here and nowhere else. */
export interface Settings {
  mode: 'demo' | 'production';
  app: { port: number; origin: string };
  admin: { port: number; origin: string };
  /** Origins that may send state-changing calls to each host. */
  ownOrigins: { app: string[]; admin: string[] };
  /** undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  dataDir: string;
  trustProxy: string[] | false;
  rateLimits: boolean;
  brandName: string;
  supportEmail: string;
  networkName: string;
  /** undefined: nobody signs in through a provider. */
  identity: { projectId: string; issuer: string; jwksUrl: string } | undefined;
  /** What the web app needs to open the provider's own sign-in. None of it is secret. */
  firebase: { apiKey: string; authDomain: string; projectId: string } | undefined;
  /**
   * Keys of 32 bytes for what lies sealed in the database: the first seals, all open. Empty: one is kept under
   * `dataDir`.
   */
  secretsKeys: Uint8Array[];
  /** Demo only. */
  sandbox: { origin: string; secret: string } | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be a port number')
    .default(fallback);

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an origin such as https://app.example.com' })
  // Runs on what is no address too: a refusal must name the variable, not be the parser's own error.
  .refine((value) => URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin without a path',
  })
  .transform((value) => new URL(value).origin);

const PROXY_WORDS = new Set(['loopback', 'linklocal', 'uniquelocal']);

const proxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => PROXY_WORDS.has(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part)),
    'must be a list of addresses, CIDR blocks, or loopback, linklocal, uniquelocal',
  );

/** A key that somebody typed is no key: such ones have few signs, or are text in another dress. */
const LEAST_SIGNS = 12;

const secretsKey = z
  .string()
  .trim()
  .regex(
    /^([0-9a-f]{64}|[\w-]{43}|[A-Za-z0-9+/]{43}=)$/i,
    'must be 32 bytes in hex or base64; older keys follow after commas',
  )
  .transform((text) => new Uint8Array(Buffer.from(text, text.length === 64 ? 'hex' : 'base64')))
  .refine((bytes) => new Set(bytes).size >= LEAST_SIGNS, 'must be 32 bytes drawn at random');

const environment = z.object({
  MODE: z.enum(['demo', 'production'], 'must be demo or production').optional(),
  APP_PORT: port(3000),
  ADMIN_PORT: port(3001),
  SANDBOX_PORT: port(3002),
  APP_ORIGIN: origin.optional(),
  ADMIN_ORIGIN: origin.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATA_DIR: z.string().default('.data'),
  TRUST_PROXY: proxies.optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  BRAND_NAME: z.string().max(60, 'must be at most 60 characters').default('Inaam'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@example.com'),
  NETWORK_NAME: z.string().max(60, 'must be at most 60 characters').default('Sandbox Network'),
  IDENTITY_PROJECT_ID: z.string().optional(),
  IDENTITY_ISSUER: z.url('must be a web address').optional(),
  IDENTITY_API_KEY: z
    .string()
    .regex(/^[\w-]{10,100}$/, 'must be a web API key')
    .optional(),
  IDENTITY_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain')
    .optional(),
  IDENTITY_JWKS_URL: z.url('must be a web address').optional(),
  SECRETS_KEY: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(secretsKey).max(10))
    .optional(),
  SANDBOX_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .optional(),
});

/** A setting that cannot be used. Its message is the one line that the operator reads. */
export class SettingError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = 'SettingError';
  }
}

function parse(env: NodeJS.ProcessEnv): Environment {
  // A variable that is set to nothing counts as unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SettingError(String(issue?.path[0]), issue?.message ?? 'is not valid');
}

const dataDirOf = (e: Environment): string =>
  isAbsolute(e.DATA_DIR) ? e.DATA_DIR : fileURLToPath(new URL(`../../../${e.DATA_DIR}`, import.meta.url));

/** What a command needs that works on the database alone. @throws SettingError naming the variable */
export function readDatabaseSettings(env: NodeJS.ProcessEnv): Pick<Settings, 'databaseUrl' | 'dataDir'> {
  const e = parse(env);
  return { databaseUrl: e.DATABASE_URL, dataDir: dataDirOf(e) };
}

/** @throws SettingError naming the variable */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const e = parse(env);
  const mode = e.MODE ?? (e.DATABASE_URL ? 'production' : 'demo');
  const app = { port: e.APP_PORT, origin: e.APP_ORIGIN ?? `http://localhost:${e.APP_PORT}` };
  const admin = { port: e.ADMIN_PORT, origin: e.ADMIN_ORIGIN ?? `http://localhost:${e.ADMIN_PORT}` };
  if (app.port === admin.port) throw new SettingError('ADMIN_PORT', 'must differ from APP_PORT');
  if (mode === 'production') refuseInProduction(e, app.origin, admin.origin);
  const sandboxOrigin = `http://localhost:${e.SANDBOX_PORT}`;
  if (mode === 'demo' && !e.SANDBOX_SECRET) throw new SettingError('SANDBOX_SECRET', 'is required in demo mode');
  return {
    mode,
    app,
    admin,
    ownOrigins: { app: withLoopbackNames(app.origin), admin: withLoopbackNames(admin.origin) },
    databaseUrl: e.DATABASE_URL,
    dataDir: dataDirOf(e),
    trustProxy: e.TRUST_PROXY ?? false,
    rateLimits: e.RATE_LIMITS === 'on',
    brandName: e.BRAND_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    networkName: e.NETWORK_NAME,
    identity: identityOf(e, mode, sandboxOrigin),
    firebase: firebaseOf(e),
    secretsKeys: e.SECRETS_KEY ?? [],
    sandbox: mode === 'demo' ? { origin: sandboxOrigin, secret: e.SANDBOX_SECRET ?? '' } : undefined,
    logLevel: e.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
  };
}

type Environment = z.output<typeof environment>;

function refuseInProduction(e: Environment, appOrigin: string, adminOrigin: string): void {
  if (!appOrigin.startsWith('https:')) throw new SettingError('APP_ORIGIN', 'must be an https origin in production');
  if (!adminOrigin.startsWith('https:'))
    throw new SettingError('ADMIN_ORIGIN', 'must be an https origin in production');
  if (new URL(appOrigin).hostname === new URL(adminOrigin).hostname) {
    throw new SettingError('ADMIN_ORIGIN', 'must be another domain than APP_ORIGIN in production');
  }
  if (e.RATE_LIMITS === 'off') throw new SettingError('RATE_LIMITS', 'cannot be off in production');
  if (e.SANDBOX_SECRET)
    throw new SettingError('SANDBOX_SECRET', 'cannot be set in production: the sandbox is for demo mode');
  if (e.IDENTITY_JWKS_URL?.startsWith('http:'))
    throw new SettingError('IDENTITY_JWKS_URL', 'must be https in production');
  if (e.IDENTITY_ISSUER?.startsWith('http:')) throw new SettingError('IDENTITY_ISSUER', 'must be https in production');
}

/** Firebase publishes the keys of its ID tokens here, for all projects. */
const FIREBASE_JWKS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

function identityOf(e: Environment, mode: Settings['mode'], sandboxOrigin: string): Settings['identity'] {
  if (e.IDENTITY_PROJECT_ID) {
    return {
      projectId: e.IDENTITY_PROJECT_ID,
      issuer: e.IDENTITY_ISSUER ?? `https://securetoken.google.com/${e.IDENTITY_PROJECT_ID}`,
      jwksUrl: e.IDENTITY_JWKS_URL ?? FIREBASE_JWKS,
    };
  }
  if (e.IDENTITY_ISSUER) throw new SettingError('IDENTITY_PROJECT_ID', 'is required beside IDENTITY_ISSUER');
  if (e.IDENTITY_JWKS_URL) throw new SettingError('IDENTITY_PROJECT_ID', 'is required beside IDENTITY_JWKS_URL');
  if (mode === 'production') return undefined;
  return { projectId: 'inaam-sandbox', issuer: sandboxOrigin, jwksUrl: `${sandboxOrigin}/jwks` };
}

function firebaseOf(e: Environment): Settings['firebase'] {
  const { IDENTITY_PROJECT_ID: projectId, IDENTITY_API_KEY: apiKey, IDENTITY_AUTH_DOMAIN: authDomain } = e;
  if (!projectId && apiKey) throw new SettingError('IDENTITY_PROJECT_ID', 'is required beside IDENTITY_API_KEY');
  if (!apiKey && authDomain) throw new SettingError('IDENTITY_API_KEY', 'is required beside IDENTITY_AUTH_DOMAIN');
  if (!projectId || !apiKey) return undefined;
  return { projectId, apiKey, authDomain: authDomain ?? `${projectId}.firebaseapp.com` };
}

/** On one's own machine people use the names of the loopback address as they like. */
function withLoopbackNames(own: string): string[] {
  const url = new URL(own);
  if (url.hostname !== 'localhost') return [own];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => own.replace('//localhost', `//${name}`));
}
