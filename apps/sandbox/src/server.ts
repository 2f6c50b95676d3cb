import { openMailbox } from '@inaam/mailbox/mailbox';
import { SettingError } from '@inaam/settings/environment';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { loadSigningKey } from './identity.ts';
import { readSettings, type Settings } from './settings.ts';

/** One line to the person who started it, and out. */
function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function settingsOrRefusal(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingError) refuse(error.message);
    throw error;
  }
}

const settings = settingsOrRefusal();
const key = await loadSigningKey(settings.dataDir).catch((error: Error) => refuse(`DATA_DIR: ${error.message}`));
const mailbox = await openMailbox();
const app = buildApp(settings, { key, mailbox }, { logger: { level: 'warn' } });

closeWithGrace({ delay: 5000, logger: app.log }, async ({ err }) => {
  if (err) app.log.error(err);
  await app.close();
  await mailbox.close();
});
// A parent that dies without a signal must not leave the sandbox behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

/** Both families, as the app's hosts do, so that localhost is found whichever it stands for. */
async function listen(): Promise<void> {
  try {
    await app.listen({ port: settings.port, host: settings.listen });
  } catch (error) {
    if (codeOf(error) !== 'EAFNOSUPPORT' || settings.listen !== '::') throw error;
    await app.listen({ port: settings.port, host: '0.0.0.0' });
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

await listen().catch((error: unknown) => {
  if (codeOf(error) === 'EADDRINUSE') refuse(`SANDBOX_PORT: port ${settings.port} is in use`);
  if (codeOf(error) === 'EACCES') refuse(`SANDBOX_PORT: port ${settings.port} is not allowed`);
  throw error;
});
process.send?.({ ready: true, origin: settings.origin });
