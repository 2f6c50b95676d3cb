import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { adminRegisterInput } from '@inaam/contracts/identity/sign-in';
import { createKernel } from '@inaam/core/kernel/kernel';
import { registerFromCommandLine } from '@inaam/core/people/admins/commands';
import { createPasswords } from '@inaam/core/people/passwords/services';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { getRunningUrl } from '@inaam/db/embedded/running';
import { migrate } from '@inaam/db/migrate';
import { toPublicError } from '@inaam/router/public-error';
import { readDatabaseSettings } from './settings.ts';

/**
 * `npm run create-admin -- <username> <email> [role]`: asks for the password, or reads it from a pipe. The first admin
 * becomes an owner, later ones managers by default. The command also restores access when no owner can sign in.
 */

async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    let piped = '';
    for await (const chunk of process.stdin) piped += String(chunk);
    return piped.replace(/\r?\n$/, '');
  }
  process.stdout.write('Password (not shown): ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const password = await terminal.question('');
  terminal.close();
  process.stdout.write('\n');
  return password;
}

async function createAdmin(): Promise<string> {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [username, email, role] = positionals;
  if (!username || !email) throw new Error('Usage: npm run create-admin -- <username> <email> [role]');
  const settings = readDatabaseSettings(process.env);
  const input = adminRegisterInput.parse({ username, email, password: await askPassword(), role });
  const running = settings.databaseUrl ?? getRunningUrl(settings.dataDir);
  const embedded =
    running === undefined ? await startEmbedded({ dataDir: settings.dataDir, durable: true }) : undefined;
  const url = running ?? embedded?.url ?? '';
  try {
    // Only the embedded database is migrated here; operators migrate an external one themselves.
    if (settings.databaseUrl === undefined) await migrate(url);
    const database = openDatabase(url, { max: 2, statementTimeout: 10_000, prepare: settings.prepare });
    const services = {
      kernel: createKernel(database, { deadline: 15_000 }),
      passwords: await createPasswords(),
    };
    try {
      await registerFromCommandLine(services, input);
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
  return `Admin ${input.username} created.`;
}

try {
  process.stdout.write(`${await createAdmin()}\n`);
} catch (error) {
  const publicError = toPublicError(error);
  process.stderr.write(
    `${publicError.code === 'INTERNAL' && error instanceof Error ? error.message : publicError.text}\n`,
  );
  process.exitCode = 1;
}
