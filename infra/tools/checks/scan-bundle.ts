import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Modules that belong to the server, by where their source lies. */
const SERVER_MODULES = [
  /(^|\/)packages\/(core|db|router|testing)\/src\//,
  /(^|\/)apps\/(api|sandbox)\//,
  /\/node_modules\/(drizzle-orm|postgres|lucia|fastify|pino|jose|rate-limiter-flexible)\//,
  /\/node_modules\/(@fastify|@node-rs|@lucia-auth)\//,
];

/** What only a server knows or says; a copy of it in a bundle came some other way than as a module. */
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
 * Looks for server code and secrets in what a browser is given.
 * @param dist the folder of a web build, made with source maps: they say which modules are in it
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
      // The service worker is written by hand or by a plugin, and the bundler adds a few lines; the rest has a map.
      if (/^assets\/(?!rolldown-runtime-)/.test(file))
        faults.push(`${file}: has no source map, so what is in it cannot be told`);
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
