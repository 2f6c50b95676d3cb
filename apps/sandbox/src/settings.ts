import { dataDirOf, modeOf, parseEnvironment, SettingError } from '@inaam/settings/environment';

export interface Settings {
  port: number;
  /** Its own public origin, which is also the issuer of its tokens. */
  origin: string;
  /** Where postbacks go, and the only place to which the account chooser returns. */
  appOrigin: string;
  /** The key of the postbacks' signature, as UTF-8. */
  secret: string;
  dataDir: string;
  listen: string;
  /** Makes tokens for callers of this machine alone. */
  mintsForLoopbackAlone: boolean;
  brandName: string;
  networkName: string;
}

/**
 * Reads the environment once.
 * @throws SettingError naming the first variable that is at fault, or MODE in production.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const e = parseEnvironment(env);
  // Whoever reaches the sandbox can sign in as anyone and complete any offer.
  if (modeOf(e) === 'production') {
    throw new SettingError('MODE', 'the sandbox does not start in production; it is for development and demos alone');
  }
  if (!e.SANDBOX_SECRET) throw new SettingError('SANDBOX_SECRET', 'is required in demo mode');
  return {
    port: e.SANDBOX_PORT,
    origin: `http://localhost:${e.SANDBOX_PORT}`,
    appOrigin: e.APP_ORIGIN ?? `http://localhost:${e.APP_PORT}`,
    secret: e.SANDBOX_SECRET,
    listen: e.LISTEN === undefined || e.LISTEN === 'loopback' ? 'localhost' : e.LISTEN === 'all' ? '::' : e.LISTEN,
    mintsForLoopbackAlone: e.DEMO_PUBLIC === undefined,
    dataDir: dataDirOf(e),
    brandName: e.BRAND_NAME,
    networkName: e.NETWORK_NAME,
  };
}
