import type { LoggerOptions } from 'pino';
import type { Settings } from './settings.ts';

/**
 * Serialises an error for the log without user data. The query builder's error message lists a statement's parameters,
 * and PostgreSQL's `detail` contains the refused row. Both can contain e-mail addresses, hashes and voucher codes.
 */
function describe(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error).slice(0, 200);
  const message = withoutParameters(error.message);
  const facts: Record<string, unknown> = { type: error.name, message };
  for (const key of ['code', 'severity', 'constraint_name', 'table_name', 'column_name', 'routine', 'where'] as const) {
    const value = (error as unknown as Record<string, unknown>)[key];
    if (typeof value === 'string' || typeof value === 'number') facts[key] = value;
  }
  facts['stack'] = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  if (error.cause !== undefined && depth < 5) facts['cause'] = describe(error.cause, depth + 1);
  return facts;
}

const withoutParameters = (message: string): string => (message.split('\nparams:')[0] ?? '').slice(0, 1000);

/** Logger options for any destination. */
export const logOptions = ({ logLevel }: Pick<Settings, 'logLevel'>): LoggerOptions => ({
  level: logLevel,
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: { err: describe },
});
