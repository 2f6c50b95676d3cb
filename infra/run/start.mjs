import { printBanner } from './banner.mjs';
import { checkPorts } from './ports.mjs';
import { getSandboxSecret } from './sandbox-secret.mjs';
import { SERVER_FLAGS, serve } from './servers.mjs';
import { readSettings } from './settings.mjs';
import { stopOnSignals } from './shutdown.mjs';
import { build, install } from './workspace.mjs';

/** `npm start`: installs, builds and serves the production builds of all hosts until a signal ends it. */
export default async function start() {
  const began = Date.now();
  let isServing = false;
  stopOnSignals(() => (isServing ? 0 : undefined));
  await install();
  const settings = await readSettings();
  const { demo, dataDir, ports } = settings;
  await checkPorts({ APP_PORT: ports.app, ADMIN_PORT: ports.admin, ...(demo && { SANDBOX_PORT: ports.sandbox }) });
  console.log('\n  Inaam\n');
  await build();

  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, ...(demo && { SANDBOX_SECRET: getSandboxSecret(dataDir) }) };
  const server = (/** @type {string} */ name) => ({
    args: [...SERVER_FLAGS, `apps/${name}/dist/server.js`],
    env,
  });
  console.log('  Starting …');
  isServing = true;
  await serve(
    { api: server('api'), ...(demo && { sandbox: server('sandbox') }) },
    { embeddedIn: settings.embedded ? dataDir : null },
  );
  printBanner(settings, began);
}
