import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/**
 * Every environment variable: its form, default and documentation. The api, the sandbox and `npm start` read the
 * environment only through this file.
 */

interface Documentation {
  /** Markdown, without line breaks. */
  description: string;
  /** The behaviour while the variable is unset, if the schema has no default. */
  whenUnset: string;
}

/** Pairs a schema with its documentation, so that every variable has one. */
const documented = <Schema extends z.ZodType>(schema: Schema, description: string, whenUnset = 'unset'): Schema =>
  schema.meta({ description, whenUnset } satisfies Documentation);

/** Checks that values with special characters are percent-encoded. */
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The error for a URL whose password is not percent-encoded. */
const BARE_PERCENT = 'contains a % that must be written as %25';

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port number');

/** A whole number in digits. @param unit the unit to name in the error */
const numberSetting = (unit: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number of ${unit}`)
    .transform(Number)
    .refine((value) => value <= most, `must be at most ${most}`);

const port = (fallback: number) => portNumber.default(fallback);

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an origin such as https://app.example.com' })
  // Also runs for invalid URLs. `canParse` prevents an error of the URL parser, which would not name the variable.
  .refine((value) => URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin without a path',
  })
  .transform((value) => new URL(value).origin);

/**
 * `postgres://role:password@one:5432,two:5432/name`: a comma is invalid in a URL, so each server is checked separately.
 */
const databaseAddress = z
  .string()
  .refine(isEncoded, BARE_PERCENT)
  .refine((text) => {
    const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(text) ?? [];
    return hosts !== '' && hosts.split(',').every((host) => host !== '' && URL.canParse(`${before}${host}${after}`));
  }, 'must be a postgres:// address');

const PROXY_WORDS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Whether a text is a complete IP address or block. The library also accepts `1` (in other products a number of
 * proxies) as 0.0.0.1, and `10/8` as 0.0.0.10/8. With such a value no proxy would be trusted.
 */
const isBlock = (text: string): boolean =>
  isIP(text.split('/')[0] ?? '') !== 0 && (ipaddr.isValid(text) || ipaddr.isValidCIDR(text));

const proxies = z
  .string()
  .transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((part) => part.trim())))
  .refine(
    (parts) => parts.every((part) => PROXY_WORDS.has(part) || isBlock(part)),
    'must be none, or a list of addresses, CIDR blocks, loopback, linklocal, uniquelocal',
  );

/** A hand-typed key, or text in another encoding, has fewer distinct bytes than a random key. */
const LEAST_DIFFERENT_BYTES = 12;

const secretsKey = z
  .string()
  .trim()
  .regex(
    /^([0-9a-f]{64}|[\w-]{43}|[A-Za-z0-9+/]{43}=)$/i,
    'must be 32 bytes in hex or base64; older keys follow after commas',
  )
  .transform((text) => new Uint8Array(Buffer.from(text, text.length === 64 ? 'hex' : 'base64')))
  .refine((bytes) => new Set(bytes).size >= LEAST_DIFFERENT_BYTES, 'must be 32 random bytes');

/** A host name without a port, never an IP address, because our server sends requests to the host of a subscription. */
const pushHost = z
  .string()
  .trim()
  .regex(
    /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/i,
    'must be host names separated by commas, such as push.example.com or *.example.com',
  )
  .transform((host) => host.toLowerCase());

/**
 * Push services of common browsers: Chrome and most others (https://firebase.google.com/docs/cloud-messaging), Firefox
 * (https://autopush.readthedocs.io), Safari
 * (https://developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers),
 * Edge
 * (https://learn.microsoft.com/windows/apps/design/shell/tiles-and-notifications/windows-push-notification-services--wns--overview).
 */
const PUSH_SERVICES = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];

/** A secret of the Standard Webhooks specification: 24 to 64 bytes. */
const webhookSecret = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, 'must be whsec_ and 24 to 64 random bytes in base64; a second follows a comma')
  .refine((secret) => {
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return bytes.length >= 24 && bytes.length <= 64 && new Set(bytes).size >= LEAST_DIFFERENT_BYTES;
  }, 'must be whsec_ and 24 to 64 random bytes in base64');

const shortText = z.string().max(60, 'must be at most 60 characters');

/** table.ts assigns each variable to a group of the documents. */
export const environmentSchema = z.object({
  MODE: documented(
    z.enum(['demo', 'production'], 'must be demo or production').optional(),
    '`demo`: sandbox, demo data into an empty database, plain-http cookies. `production`: none of these; https ' +
      'origins are required, unsafe settings are refused, and weak ones cause a warning at each start',
    '`demo` without `DATABASE_URL`, else `production`',
  ),
  APP_PORT: documented(port(3000), 'port of the user host'),
  ADMIN_PORT: documented(port(3001), 'port of the back-office host'),
  SANDBOX_PORT: documented(port(3002), 'port of the sandbox; demo only'),
  APP_ORIGIN: documented(
    origin.optional(),
    'public origin of the user app; https in production',
    '`http://localhost:` and `APP_PORT`',
  ),
  ADMIN_ORIGIN: documented(
    origin.optional(),
    'public origin of the back-office; https in production, on a different domain from the user app',
    '`http://localhost:` and `ADMIN_PORT`',
  ),
  LISTEN: documented(
    z
      .union([z.enum(['loopback', 'all']), z.ipv4(), z.ipv6()], 'must be loopback, all, or an address of this machine')
      .optional(),
    'IP addresses that the hosts and the sandbox listen on: `loopback`, `all`, or one IP address of this machine',
    '`loopback` in demo, `all` in production',
  ),
  DEMO_PUBLIC: documented(
    z.enum(['1'], 'must be 1').optional(),
    '`1`: a demo that listens beyond loopback keeps the passwords of the README, and its sandbox issues ' +
      'tokens to anyone',
    'the first start generates and prints passwords',
  ),
  DATABASE_URL: documented(
    databaseAddress.optional(),
    'the database; several servers of one cluster are separated by commas, and the writable one is used. ' +
      'In production a remote server needs `?sslmode=require`, `verify-ca` or `verify-full`. ' +
      'Unset: an embedded PostgreSQL for the demo, its data under `DATA_DIR`',
  ),
  DATABASE_PREPARE: documented(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    '`off` behind a pooler in transaction mode: no prepared statements; statement limits are set on the role ' +
      '(infra/docs/runbooks/deploy.md)',
  ),
  DATABASE_READ_URL: documented(
    databaseAddress
      .refine(
        (text) => !/^[^?]*\/\/(?:[^@/]*@)?[^/?]*,/.test(text),
        'must name one server, because its lag is measured',
      )
      .optional(),
    'one streaming standby of the database. The back-office reads lists, CSV exports and figures from it while ' +
      'its lag is below 5 s; admins read their own recent changes from the primary',
    'reads use `DATABASE_URL`',
  ),
  DATABASE_MIGRATE_URL: documented(
    databaseAddress.optional(),
    'for `npm run migrate`: a direct connection as the database’s owner. The role of `DATABASE_URL` then cannot change ' +
      'the schema and is granted all other rights it needs',
    '`DATABASE_URL`',
  ),
  DRAIN_SECONDS: documented(
    z
      .string()
      .regex(/^\d{1,3}$/, 'must be a number of seconds')
      .transform(Number)
      .optional(),
    'how long a stopping process keeps serving while `/readyz` fails; longer than the proxy’s check interval',
    '5 in production, else 0',
  ),
  DATA_DIR: documented(z.string().default('.data'), 'folder of the embedded database and of generated keys'),
  TRUST_PROXY: documented(
    proxies.optional(),
    'proxies whose `X-Forwarded-For` is trusted: addresses, CIDR blocks, `loopback`, `linklocal`, `uniquelocal`; `none` ' +
      'without a proxy. Production refuses blocks larger than /8 (IPv6: /7), because they include strangers',
    'none; required in production',
  ),
  RATE_LIMITS: documented(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    '`off` for load tests; refused in production',
  ),
  BRAND_NAME: documented(shortText.default('Inaam'), 'the product’s name on its pages'),
  SUPPORT_EMAIL: documented(
    z.email('must be an e-mail address').default('support@example.com'),
    'support address for users; required in production',
  ),
  NETWORK_NAME: documented(
    shortText.default('Sandbox Network'),
    'name of the partner network that users see; required in production',
  ),
  MAIL: documented(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    '`off`: no mail is sent, and screens say what is unavailable without it',
  ),
  MAIL_URL: documented(
    z
      .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
      .refine(isEncoded, BARE_PERCENT)
      .optional(),
    'the SMTP server: `smtps://user:password@smtp.example.com`, or `smtp://` with STARTTLS, which production requires',
    'the sandbox’s; required in production unless `MAIL=off`',
  ),
  MAIL_FROM: documented(
    z
      .string()
      .regex(/^([^<>"@]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or Name <address>')
      .optional(),
    'sender of mails: an address, or `Name <address>`',
    'the brand’s name and `SUPPORT_EMAIL`; required in production unless `MAIL=off`',
  ),
  MAIL_DKIM: documented(
    z
      .string()
      .regex(/^[\w-]+\.[\w.-]+:[\w-]+:\S+$/, 'must be domain:selector:file of the private key')
      .optional(),
    'DKIM signature if the mail server does not sign: `domain:selector:file`, with a private key in PEM',
  ),
  PUSH: documented(
    z.enum(['on', 'off'], 'must be on or off').default('on'),
    '`off`: no Web Push, and no screen offers it',
  ),
  PUSH_HOSTS: documented(
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(pushHost).max(50))
      .default(PUSH_SERVICES),
    'push services that subscriptions may name; `*.` matches any prefix. Subscriptions to other hosts are refused',
    'those of Chrome, Firefox, Safari and Edge',
  ),
  VERIFY_EMAIL: documented(
    z.enum(['before_spin', 'off'], 'must be before_spin or off').default('before_spin'),
    '`before_spin`: a spin requires a verified e-mail address; `off`: it does not',
  ),
  ADMIN_SECOND_FACTOR: documented(
    z.enum(['required', 'optional'], 'must be required or optional').optional(),
    '`required`: an admin sets up a passkey or an authenticator app at the first sign-in; `optional`: at any time',
    '`required` in production, `optional` in the demo',
  ),
  APPROVALS: documented(
    z.enum(['two_owners', 'always', 'off'], 'must be two_owners, always or off').default('two_owners'),
    'actions above the limits of the next six settings wait for another owner’s approval. `two_owners`: once there ' +
      'are two owners; `always`: even with one owner; `off`: never, refused in production',
  ),
  APPROVAL_CREDIT: documented(
    numberSetting('rupees', 1_000_000).default(1000),
    'a manual credit waits for approval if the sum is above this many rupees. The sum includes the credits of the ' +
      'last 24 hours by the same person and by keys that the person issued',
  ),
  APPROVAL_ODDS_SHARE: documented(
    numberSetting('percent', 1000).default(100),
    'odds wait for approval if their expected cost per spin is above this percentage of the payout',
  ),
  APPROVAL_ODDS_COST: documented(
    numberSetting('rupees', 1_000_000).default(50),
    'odds wait for approval if their expected cost per spin is above this many rupees, whatever the payout',
  ),
  APPROVAL_CODES: documented(
    numberSetting('codes', 10_000_000).default(500),
    'voucher codes that one person, with the keys that the person issued, may read or export unmasked within 24 hours; ' +
      'more need approval',
  ),
  APPROVAL_CODES_VALUE: documented(
    numberSetting('rupees', 100_000_000).default(25_000),
    'rupees that the codes of `APPROVAL_CODES` may be worth; more need approval',
  ),
  APPROVAL_RATE_SHARE: documented(
    numberSetting('percent', 100).default(10),
    'a change of a network’s rate waits for approval if it is above this percentage. A change of its secret or ' +
      'verification always waits, and so does its activation',
  ),
  APPROVAL_HOURS: documented(
    numberSetting('hours', 720)
      .refine((hours) => hours >= 1, 'must be at least 1')
      .default(72),
    'hours until a request expires',
  ),
  MINIMUM_AGE: documented(
    z
      .string()
      .regex(/^\d{2}$/, 'must be a number of years from 13 to 21')
      .transform(Number)
      .refine((years) => years >= 13 && years <= 21, 'must be a number of years from 13 to 21')
      .default(13),
    'minimum age for sign-up in years, shown in the terms and at sign-up',
  ),
  LOG_RETENTION_DAYS: documented(
    numberSetting('days', 3_650)
      .refine((days) => days >= 61, 'must be at least 61')
      .default(400),
    'days that sessions, messages, security events, refused postbacks, and the IP addresses and devices of clicks ' +
      'are kept; some are dropped up to a month earlier, with their whole month. Below 396 it is less than the year ' +
      'of India’s DPDP Rules (infra/docs/runbooks/law.md)',
  ),
  STATEMENT_RETENTION_DAYS: documented(
    numberSetting('days', 3_650)
      .refine((days) => days >= 365, 'must be at least 365')
      .default(3_300),
    'days that the networks’ monthly statements are kept, from their upload. The default is the eight financial years ' +
      'before the present one for which India’s Companies Act, section 128(5), asks for books and vouchers',
  ),
  DELETION_DAYS: documented(
    numberSetting('days', 3_650)
      .refine((days) => days >= 3, 'must be at least 3')
      .default(7),
    'days between a person’s request and the erasure of the account; the person may cancel until then',
  ),
  GRIEVANCE_OFFICER: documented(
    z
      .string()
      .regex(/^[^<>]{2,80} <[^<>\s]+@[^<>\s]+>$/, 'must be written as Name <address>')
      .transform((text) => {
        const [name = '', email = ''] = text.slice(0, -1).split(' <');
        return { name, email };
      })
      .optional(),
    'who answers complaints about personal data, as `Name <address>`, shown on the legal page',
    'unset: not shown, and production warns at each start',
  ),
  IDENTITY_PROJECT_ID: documented(
    z.string().optional(),
    'Google sign-in: the id of the Firebase project whose ID tokens are accepted',
    'the sandbox’s; in production unset: no Google sign-in',
  ),
  IDENTITY_API_KEY: documented(
    z
      .string()
      .regex(/^[\w-]{10,100}$/, 'must be a web API key')
      .optional(),
    'Google sign-in: the web API key of that project, used by the browser for the sign-in; not a secret',
    'unset: no sign-in button in production',
  ),
  IDENTITY_AUTH_DOMAIN: documented(
    z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain')
      .optional(),
    'Google sign-in: a custom domain of the sign-in window',
    'the project’s `.firebaseapp.com`',
  ),
  IDENTITY_SIGN_IN_PROVIDERS: documented(
    z
      .string()
      .regex(/^[\w.-]+(\s*,\s*[\w.-]+)*$/, 'must be names separated by commas, such as google.com')
      .transform((value) => value.split(',').map((name) => name.trim()))
      .default(['google.com']),
    'ways to sign in at the Firebase project that are accepted (`firebase.sign_in_provider` of the token); others are ' +
      'refused',
    '`google.com`',
  ),
  IDENTITY_ISSUER: documented(
    z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional(),
    'issuer of the ID tokens, for a provider other than Firebase; https in production',
    'that of the Firebase project',
  ),
  IDENTITY_JWKS_URL: documented(
    z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional(),
    'where the provider of `IDENTITY_ISSUER` publishes its keys; https in production',
    'Firebase’s',
  ),
  SECRETS_KEY: documented(
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(secretsKey).max(10))
      .optional(),
    'encrypts secrets in the database: 32 random bytes in hex or base64; older keys follow after commas and ' +
      'only decrypt; weak keys are refused',
    'generated once under `DATA_DIR`',
  ),
  AUDIT_KEY: documented(
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(secretsKey).max(10))
      .optional(),
    'signs the audit log: 32 random bytes in hex or base64, different from `SECRETS_KEY`; older keys follow after ' +
      'commas and only verify (infra/docs/runbooks/secrets-key.md)',
    'derived from `SECRETS_KEY`; production warns',
  ),
  AUDIT_PUBLIC_KEYS: documented(
    z
      .string()
      .transform((value) => value.split(',').map((key) => key.trim().toLowerCase()))
      .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be public keys of 32 bytes in hex')).max(50))
      .optional(),
    'public keys of earlier seals of the audit log, as `npm run verify -- audit --public-key` printed them',
    'none',
  ),
  AUDIT_WEBHOOK_URL: documented(
    z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
    'receives the audit log’s newest head after each seal, with a retry each minute: a public https address, or a ' +
      'program on this machine that forwards it (infra/docs/runbooks/debug.md)',
    'heads are only logged',
  ),
  AUDIT_WEBHOOK_SECRET: documented(
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(webhookSecret).max(2))
      .optional(),
    'signs the posts to `AUDIT_WEBHOOK_URL` by the Standard Webhooks specification: `whsec_` and 24 to 64 random ' +
      'bytes in base64; after a comma the previous one during a rotation',
    'required with `AUDIT_WEBHOOK_URL`',
  ),
  SANDBOX_SECRET: documented(
    z.string().min(16, 'must be at least 16 characters').optional(),
    'signs the sandbox’s postbacks; demo only',
    'generated once under `DATA_DIR`',
  ),
  METRICS_PORT: documented(
    portNumber.optional(),
    'port of `/metrics` for Prometheus; separate, because it is only for the operator',
    'unset: no metrics',
  ),
  METRICS_HOST: documented(
    z.union([z.ipv4(), z.ipv6()], 'must be an address of this machine').default('127.0.0.1'),
    'listen address of the metrics: `0.0.0.0` if Prometheus runs on another machine of a closed network',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: documented(
    z.url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4318' }).optional(),
    'OpenTelemetry collector for traces of requests, statements, jobs and outgoing calls (OTLP over HTTP, JSON): the ' +
      'address before `/v1/traces`',
    'unset: no traces, and OpenTelemetry is not loaded',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: documented(
    z
      .string()
      .transform((value) => value.split(',').map((pair) => pair.trim()))
      .pipe(
        z.array(
          z
            .string()
            .regex(/^[\w-]+=[^\s,]+$/, 'must be name=value pairs separated by commas')
            .refine(isEncoded, 'must be encoded as in an address'),
        ),
      )
      .transform((pairs) =>
        Object.fromEntries(
          pairs.map((pair) => {
            const at = pair.indexOf('=');
            return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const;
          }),
        ),
      )
      .optional(),
    'headers for the collector, such as a key: `name=value`, separated by commas; in production a remote collector ' +
      'needs https',
  ),
  OTEL_SERVICE_NAME: documented(shortText.default('inaam'), 'name of the process in traces'),
  OTEL_TRACES_SAMPLER_ARG: documented(
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a share from 0 to 1')
      .transform(Number)
      .default(1),
    'the share of requests and jobs that are traced, from 0 to 1',
  ),
  LOG_LEVEL: documented(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug').optional(),
    '`silent`, `error`, `warn`, `info`, `debug`',
    '`warn` in demo, else `info`',
  ),
});

export type Environment = z.output<typeof environmentSchema>;
export type Mode = 'demo' | 'production';

/** An invalid setting. Its message is the one line that the operator reads. */
export class SettingError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = 'SettingError';
  }
}

/** Variables with secrets. Each can be in a file that `<NAME>_FILE` names, as Docker and Kubernetes mount secrets. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_MIGRATE_URL',
  'SECRETS_KEY',
  'AUDIT_KEY',
  'AUDIT_WEBHOOK_URL',
  'AUDIT_WEBHOOK_SECRET',
  'MAIL_URL',
  'SANDBOX_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const satisfies (keyof Environment)[];

/** Adds secrets from files. @throws SettingError for a secret with a value and a file, or for an unreadable file */
function withFiles(variables: Record<string, string | undefined>): Record<string, string | undefined> {
  const result = { ...variables };
  for (const name of SECRET_VARIABLES) {
    const variable = `${name}_FILE`;
    const file = variables[variable];
    if (file === undefined) continue;
    if (variables[name] !== undefined) throw new SettingError(variable, `cannot be set together with ${name}`);
    try {
      result[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new SettingError(variable, `cannot be read: ${code ?? 'unknown error'} at ${file}`);
    }
    if (result[name] === '') throw new SettingError(variable, `names an empty file: ${file}`);
  }
  return result;
}

/**
 * Parses the environment. An empty variable counts as unset. Secrets may come from files.
 * @throws SettingError naming the first invalid variable
 */
export function parseEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const definedVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  if (definedVariables['EMBEDDED_IN_PRODUCTION'] !== undefined) {
    throw new SettingError('EMBEDDED_IN_PRODUCTION', 'does not exist any more: unset it and set DATABASE_URL');
  }
  const parsed = environmentSchema.safeParse(withFiles(definedVariables));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SettingError(String(issue?.path[0]), issue?.message ?? 'is not valid');
}

/** A DATABASE_URL means production, unless MODE says otherwise. */
export const getMode = (e: Environment): Mode => e.MODE ?? (e.DATABASE_URL ? 'production' : 'demo');

/** The absolute path of DATA_DIR. A relative path starts at the project's root, wherever the process was started. */
export const getDataDir = (e: Environment): string =>
  // This file and its bundles (apps/*/dist/server.js) are three folders below the root.
  isAbsolute(e.DATA_DIR) ? e.DATA_DIR : fileURLToPath(new URL(`../../../${e.DATA_DIR}`, import.meta.url));

export const isBeyondLoopback = ({ LISTEN }: Pick<Environment, 'LISTEN'>): boolean =>
  LISTEN !== undefined && LISTEN !== 'loopback' && (LISTEN === 'all' || ipaddr.parse(LISTEN).range() !== 'loopback');
