import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm run db:generate`: runs `drizzle-kit generate`, which adds a migration for what changed in the schema. */

const packageDir = import.meta.dirname;
const kit = join(packageDir, 'node_modules', 'drizzle-kit', 'bin.cjs');

/** Runs drizzle-kit and returns its output. Its configuration accepts only relative paths. */
export const drizzleKit = (args: string[]): string =>
  execFileSync(process.execPath, [kit, ...args], { cwd: packageDir, encoding: 'utf8' });

if (import.meta.main) {
  // drizzle-kit may ask about renames, so it gets the terminal.
  execFileSync(process.execPath, [kit, 'generate', ...process.argv.slice(2)], { cwd: packageDir, stdio: 'inherit' });
}
