import { openMailbox } from '@inaam/mailbox/mailbox';
import { SettingError } from '@inaam/settings/environment';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { loadSigningKey } from './identity.ts';
import { readSettings, type Settings } from './settings.ts';

/** Prints one line and exits. */
function exitWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readSettingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingError) exitWith(error.message);
    throw error;
  }
}

const settings = readSettingsOrExit();
const key = await loadSigningKey(settings.dataDir).catch((error: Error) => exitWith(`DATA_DIR: ${error.message}`));
const mailbox = await openMailbox();
const app = buildApp(settings, { key, mailbox }, { logger: { level: 'warn' } });

closeWithGrace({ delay: 5000, logger: app.log }, async ({ err }) => {
  if (err) app.log.error(err);
  await app.close();
  await mailbox.close();
});
// The sandbox must not outlive a parent process that dies without sending a signal.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

/** Listens on IPv4 and IPv6 like the app, so that localhost works with either. */
async function listen(): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.listen });
  } catch (error) {
    if (getErrorCode(error) !== 'EAFNOSUPPORT' || settings.listen !== '::') throw error;
    await app.listen({ port: settings.port, host: '0.0.0.0' });
  }
}

const getErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

await listen().catch((error: unknown) => {
  if (getErrorCode(error) === 'EADDRINUSE') exitWith(`SANDBOX_PORT: port ${settings.port} is in use`);
  if (getErrorCode(error) === 'EACCES') exitWith(`SANDBOX_PORT: port ${settings.port} is not allowed`);
  throw error;
});
process.send?.({ ready: true, origin: settings.origin });
