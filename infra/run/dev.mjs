import { printBanner } from './banner.mjs';
import { checkPorts, freePort } from './ports.mjs';
import { getSandboxSecret } from './sandbox-secret.mjs';
import { serve } from './servers.mjs';
import { readSettings } from './settings.mjs';
import { stopOnSignals } from './shutdown.mjs';
import { install, Refusal } from './workspace.mjs';

/**
 * `npm run dev`: starts the product at the same URLs as `npm start`, with hot reload. Vite serves the two web apps
 * and proxies server requests. The servers run from their sources and restart after changes. `--inspect` opens a
 * debugger port of the api, 9229.
 * @param {string[]} args
 */
export default async function dev(args) {
  const isInspected = args.includes('--inspect');
  const unknown = args.find((arg) => arg !== '--inspect');
  if (unknown) throw new Refusal(`Unknown argument ${unknown}; there is --inspect.`);
  const began = Date.now();
  stopOnSignals(() => 0);
  await install();
  const settings = await readSettings();
  const { demo, dataDir, ports } = settings;
  await checkPorts({ APP_PORT: ports.app, ADMIN_PORT: ports.admin, ...(demo && { SANDBOX_PORT: ports.sandbox }) });
  console.log('\n  Inaam, with hot reload\n');

  const app = await freePort();
  const admin = await freePort();
  const commonEnvironment = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    APP_ORIGIN: settings.origins.app,
    ADMIN_ORIGIN: settings.origins.admin,
    ...(demo && { SANDBOX_SECRET: getSandboxSecret(dataDir) }),
  };
  const source = (/** @type {string} */ name, env = {}) => ({
    args: [
      ...(isInspected && name === 'api' ? ['--inspect=127.0.0.1:9229'] : []),
      '--watch',
      '--watch-preserve-output',
      `apps/${name}/src/server.ts`,
    ],
    env: { ...commonEnvironment, ...env },
  });
  const createViteServer = (
    /** @type {string} */ name,
    /** @type {number} */ port,
    /** @type {number} */ upstream,
  ) => ({
    args: ['infra/run/vite.mjs', name, String(port), String(upstream)],
    env: { NODE_ENV: 'development' },
  });
  console.log('  Starting …');
  await serve(
    {
      api: source('api', { APP_PORT: String(app), ADMIN_PORT: String(admin), TRUST_PROXY: 'loopback' }),
      ...(demo && { sandbox: source('sandbox') }),
      'user app': createViteServer('user', ports.app, app),
      'admin app': createViteServer('admin', ports.admin, admin),
    },
    { embeddedIn: settings.embedded ? dataDir : null },
  );
  printBanner(settings, began);
}
