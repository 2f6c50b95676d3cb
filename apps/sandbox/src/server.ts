import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { loadSigningKey } from './identity.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** One line to the person who started it, and out. */
function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function settingsOrRefusal(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingsError) refuse(error.message);
    throw error;
  }
}

const settings = settingsOrRefusal();
const key = await loadSigningKey(settings.dataDir).catch((error: Error) => refuse(`DATA_DIR: ${error.message}`));
const app = buildApp(settings, key, { logger: { level: 'warn' } });

closeWithGrace({ delay: 5000, logger: app.log }, async ({ err }) => {
  if (err) app.log.error(err);
  await app.close();
});
// A parent that dies without a signal must not leave the sandbox behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  await app.listen({ port: settings.port, host: 'localhost' });
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    refuse(`SANDBOX_PORT: port ${settings.port} is in use`);
  }
  throw error;
}
process.send?.({ ready: true, origin: settings.origin });
