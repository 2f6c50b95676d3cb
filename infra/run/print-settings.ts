/** Run by settings.mjs: prints the settings that `npm start` needs, or one line with the error. */
import { getDataDir, getMode, isBeyondLoopback, parseEnvironment, SettingError } from '@inaam/settings/environment';
import { readSettings } from '../../apps/api/src/settings.ts';

try {
  const e = parseEnvironment(process.env);
  const ports = { app: e.APP_PORT, admin: e.ADMIN_PORT, sandbox: e.SANDBOX_PORT };
  const origins = {
    app: e.APP_ORIGIN ?? `http://localhost:${ports.app}`,
    admin: e.ADMIN_ORIGIN ?? `http://localhost:${ports.admin}`,
  };
  const demo = getMode(e) === 'demo';
  // Refuses wrong settings before the build; otherwise the api would refuse them after the build. The demo's secret
  // does not exist yet, so this check uses a placeholder.
  readSettings({ ...process.env, ...(demo && { SANDBOX_SECRET: 'not generated before the start' }) });
  const generatedPasswords = demo && isBeyondLoopback(e) && e.DEMO_PUBLIC === undefined;
  const isEmbedded = e.DATABASE_URL === undefined;
  const settings = { demo, generatedPasswords, embedded: isEmbedded, dataDir: getDataDir(e), ports, origins };
  process.stdout.write(JSON.stringify(settings));
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 1;
}
