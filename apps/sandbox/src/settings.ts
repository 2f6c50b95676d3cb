import { getDataDir, getMode, parseEnvironment, SettingError } from '@inaam/settings/environment';

export interface Settings {
  port: number;
  /** The sandbox's public origin, also the issuer of its tokens. */
  origin: string;
  /** The target of postbacks, and the only return target of the account chooser. */
  appOrigin: string;
  /** The key that signs postbacks, as UTF-8. */
  secret: string;
  dataDir: string;
  listen: string;
  /** True if only callers on this machine get tokens. */
  onlyLocalTokens: boolean;
  brandName: string;
  networkName: string;
}

/**
 * Reads the environment.
 * @throws SettingError naming the first invalid variable, or MODE in production
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const e = parseEnvironment(env);
  // The sandbox never runs in production: anyone who reaches it can sign in as any user and complete any offer.
  if (getMode(e) === 'production') {
    throw new SettingError('MODE', 'the sandbox does not start in production; it is only for development and demos');
  }
  if (!e.SANDBOX_SECRET) throw new SettingError('SANDBOX_SECRET', 'is required in demo mode');
  return {
    port: e.SANDBOX_PORT,
    origin: `http://localhost:${e.SANDBOX_PORT}`,
    appOrigin: e.APP_ORIGIN ?? `http://localhost:${e.APP_PORT}`,
    secret: e.SANDBOX_SECRET,
    listen: e.LISTEN === undefined || e.LISTEN === 'loopback' ? 'localhost' : e.LISTEN === 'all' ? '::' : e.LISTEN,
    onlyLocalTokens: e.DEMO_PUBLIC === undefined,
    dataDir: getDataDir(e),
    brandName: e.BRAND_NAME,
    networkName: e.NETWORK_NAME,
  };
}
