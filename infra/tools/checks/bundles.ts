/** `node infra/tools/checks/bundles.ts`: prints the server code that browser bundles contain. Needs a build. */
import { fileURLToPath } from 'node:url';
import { scanBundle } from './scan-bundle.ts';

const faults = ['user', 'admin'].flatMap((app) =>
  scanBundle(fileURLToPath(new URL(`../../../apps/${app}/dist`, import.meta.url))).map((fault) => `${app}: ${fault}`),
);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
