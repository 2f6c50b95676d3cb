import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.number().max(65_535, 'must be a port number'));

const origin = z.string().transform((value, ctx) => {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) {
    return url.origin;
  }
  ctx.addIssue({ code: 'custom', message: 'must be an origin such as http://localhost:3000' });
  return z.NEVER;
});

const environment = z.object({
  MODE: z.enum(['demo', 'production'], 'must be demo or production').optional(),
  DATABASE_URL: z.string().optional(),
  APP_PORT: port.default(3000),
  APP_ORIGIN: origin.optional(),
  SANDBOX_PORT: port.default(3002),
  SANDBOX_SECRET: z.string('must be set').min(16, 'must have at least 16 characters'),
  DATA_DIR: z.string().default('.data'),
  BRAND_NAME: z.string().default('Inaam'),
  NETWORK_NAME: z.string().default('Sandbox Network'),
});

export interface Settings {
  port: number;
  /** Its own public origin, which is also the issuer of its tokens. */
  origin: string;
  /** Where postbacks go, and the only place to which the account chooser returns. */
  appOrigin: string;
  /** The key of the postbacks' signature, as UTF-8. */
  secret: string;
  dataDir: string;
  brandName: string;
  networkName: string;
}

/** A setting is missing or not valid; the message is one line that names the variable. */
export class SettingsError extends Error {}

/**
 * Reads the environment once. An empty variable counts as unset.
 * @throws SettingsError naming the first variable that is at fault, or MODE in production.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  // Whoever reaches the sandbox can sign in as anyone and complete any offer: nothing else matters before this.
  if ((given.MODE ?? (given.DATABASE_URL ? 'production' : 'demo')) === 'production') {
    throw new SettingsError('MODE: the sandbox does not start in production; it is for development and demos alone');
  }
  const read = environment.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new SettingsError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { data } = read;
  return {
    port: data.SANDBOX_PORT,
    origin: `http://localhost:${data.SANDBOX_PORT}`,
    appOrigin: data.APP_ORIGIN ?? `http://localhost:${data.APP_PORT}`,
    secret: data.SANDBOX_SECRET,
    // The repository's root is as far from here as from the bundle; the server reads the setting in the same way.
    dataDir: isAbsolute(data.DATA_DIR)
      ? data.DATA_DIR
      : fileURLToPath(new URL(`../../../${data.DATA_DIR}`, import.meta.url)),
    brandName: data.BRAND_NAME,
    networkName: data.NETWORK_NAME,
  };
}
