import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Server modules, by source path. */
const SERVER_MODULES = [
  /(^|\/)packages\/(core|db|router|testing)\/src\//,
  /(^|\/)apps\/(api|sandbox)\//,
  /\/node_modules\/(drizzle-orm|postgres|lucia|fastify|pino|jose|rate-limiter-flexible)\//,
  /\/node_modules\/(@fastify|@node-rs|@lucia-auth)\//,
];

/** Texts that only a server contains. They reveal server code that was copied into another module. */
const SERVER_TEXTS = [
  'DATABASE_URL',
  'SANDBOX_SECRET',
  'SECRETS_KEY',
  'postgres://',
  '$argon2',
  'PRIVATE KEY',
  'drizzle:',
  'FOR UPDATE',
  'demo-user-1234',
  'admin-demo-1234',
];

/**
 * Finds server code and secrets in a browser bundle.
 * @param dist the folder of a web build with source maps, which list its modules
 * @returns one line for each finding
 */
export function scanBundle(dist: string): string[] {
  if (!existsSync(dist)) return [`${dist}: there is no build`];
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => file.endsWith('.js'));
  const faults = scripts.length === 0 ? [`${dist}: holds no scripts`] : [];
  for (const file of scripts) {
    const map = join(dist, `${file}.map`);
    if (!existsSync(map)) {
      // The service worker and a few lines of the bundler have no source map. All other files must have one.
      if (/^assets\/(?!rolldown-runtime-)/.test(file))
        faults.push(`${file}: has no source map, so its content is unknown`);
      continue;
    }
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] };
    for (const source of sources) {
      if (SERVER_MODULES.some((module) => module.test(source))) faults.push(`${file}: holds ${source}`);
    }
  }
  for (const file of files.filter((each) => /\.(js|css|html|json|webmanifest)$/.test(each))) {
    const text = readFileSync(join(dist, file), 'utf8');
    for (const word of SERVER_TEXTS) if (text.includes(word)) faults.push(`${file}: says ${word}`);
  }
  return faults;
}
