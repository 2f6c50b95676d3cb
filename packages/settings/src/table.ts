import { type Environment, environmentSchema } from './environment.ts';

/** Every variable, grouped by topic. */
export const GROUPS = {
  'Required in production': [
    'MODE',
    'DATABASE_URL',
    'APP_ORIGIN',
    'ADMIN_ORIGIN',
    'TRUST_PROXY',
    'SUPPORT_EMAIL',
    'NETWORK_NAME',
    'MAIL_URL',
    'MAIL_FROM',
  ],
  'Where it listens': ['APP_PORT', 'ADMIN_PORT', 'SANDBOX_PORT', 'LISTEN', 'DEMO_PUBLIC', 'DRAIN_SECONDS'],
  'Database, data and keys': [
    'SECRETS_KEY',
    'AUDIT_KEY',
    'AUDIT_PUBLIC_KEYS',
    'DATABASE_MIGRATE_URL',
    'DATABASE_READ_URL',
    'DATABASE_PREPARE',
    'DATA_DIR',
    'SANDBOX_SECRET',
  ],
  'Mail and push': ['MAIL', 'MAIL_DKIM', 'VERIFY_EMAIL', 'PUSH', 'PUSH_HOSTS'],
  'People and sign-in': [
    'BRAND_NAME',
    'MINIMUM_AGE',
    'LOG_RETENTION_DAYS',
    'STATEMENT_RETENTION_DAYS',
    'DELETION_DAYS',
    'GRIEVANCE_OFFICER',
    'ADMIN_SECOND_FACTOR',
    'RATE_LIMITS',
    'IDENTITY_PROJECT_ID',
    'IDENTITY_API_KEY',
    'IDENTITY_AUTH_DOMAIN',
    'IDENTITY_SIGN_IN_PROVIDERS',
    'IDENTITY_ISSUER',
    'IDENTITY_JWKS_URL',
  ],
  Approvals: [
    'APPROVALS',
    'APPROVAL_CREDIT',
    'APPROVAL_ODDS_SHARE',
    'APPROVAL_ODDS_COST',
    'APPROVAL_CODES',
    'APPROVAL_CODES_VALUE',
    'APPROVAL_RATE_SHARE',
    'APPROVAL_HOURS',
  ],
  Watching: [
    'LOG_LEVEL',
    'METRICS_PORT',
    'METRICS_HOST',
    'AUDIT_WEBHOOK_URL',
    'AUDIT_WEBHOOK_SECRET',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

const COLUMNS = 120;

/**
 * Describes the settings of a group.
 * @returns Markdown: each variable with its name, default and meaning
 */
export const settingsList = (group: keyof typeof GROUPS): string => GROUPS[group].map(describeSetting).join('\n');

function describeSetting(name: keyof Environment): string {
  const schema = environmentSchema.shape[name];
  const { description = '', whenUnset = '' } = schema.meta() ?? {};
  const fallback = schema.parse(undefined);
  const defaultText = fallback === undefined ? String(whenUnset) : `\`${String(fallback)}\``;
  return wrap(`- **\`${name}\`** (${defaultText}): ${description}.`);
}

/** Wraps an entry between words. Text between backticks stays together. */
function wrap(entry: string): string {
  const lines = [''];
  for (const word of entry.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}
