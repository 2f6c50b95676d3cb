import { parseArgs } from 'node:util';
import { type PausablePart, pausableParts, pauseInput } from '@inaam/contracts/spending/spending';
import { systemActor } from '@inaam/core/kernel/actor';
import { createKernel, type Kernel } from '@inaam/core/kernel/kernel';
import { pausePart, resumePart } from '@inaam/core/ledger/spending/commands';
import { getSpending } from '@inaam/core/ledger/spending/queries';
import { openDatabase } from '@inaam/db/client';
import { getRunningUrl } from '@inaam/db/embedded/running';
import { isAtSchema, schemaVersion } from '@inaam/db/migrate';
import { readDatabaseSettings } from './settings.ts';

/**
 * `npm run pause -- spins|starts|sign-ups [--minutes N] [--note TEXT] [--lift]`: pauses a part of the app, or ends
 * its pause; without a part it prints what is paused. Running processes follow within a second.
 */

const USAGE = 'Usage: npm run pause -- spins|starts|sign-ups [--minutes N] [--note TEXT] [--lift]';

/** How a part is written on the command line. */
const toWord = (part: PausablePart): string => part.replaceAll('_', '-');

async function printState(kernel: Kernel): Promise<void> {
  const { pauses, ceilings } = await getSpending(kernel);
  const lines = [
    ...pauses.map(({ part, until, note }) =>
      [`${toWord(part)}: paused by hand`, until ? `until ${until}` : 'until it is lifted', note]
        .filter(Boolean)
        .join(', '),
    ),
    ...ceilings
      .filter(({ spent, rupees, is_lifted }) => spent >= rupees && !is_lifted)
      .map(
        ({ title, period, rupees, spent, ends_at }) =>
          `${title === null ? 'spins' : `spins of ${title}`}: spent ${spent} of ${rupees} rupees a ${period}, ` +
          `until ${ends_at}`,
      ),
  ];
  process.stdout.write(`${lines.length === 0 ? 'Nothing is paused.' : lines.join('\n')}\n`);
}

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' }, note: { type: 'string' }, lift: { type: 'boolean', default: false } },
  });

async function run(kernel: Kernel, { values, positionals }: ReturnType<typeof readArguments>): Promise<void> {
  const [word] = positionals;
  if (word === undefined) return printState(kernel);
  const part = pausableParts.find((each) => toWord(each) === word);
  if (!part || positionals.length > 1) throw new Error(USAGE);
  const command = { kernel, actor: { ...systemActor, name: 'command line' } };
  if (values.lift) {
    await resumePart(command, { part });
    process.stdout.write(`The pause of ${word} has ended.\n`);
    return;
  }
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  const input = pauseInput.safeParse({ part, minutes, note: values.note ?? null });
  if (!input.success) throw new Error(USAGE);
  await pausePart(command, input.data);
  process.stdout.write(`${word} are paused. To end the pause: npm run pause -- ${word} --lift\n`);
}

try {
  const given = readArguments();
  const settings = readDatabaseSettings(process.env);
  const url = settings.databaseUrl ?? getRunningUrl(settings.dataDir);
  if (url === undefined) throw new Error('No database is running. Set DATABASE_URL, or start the demo first.');
  const database = openDatabase(url, { max: 1, statementTimeout: 10_000, prepare: settings.prepare });
  try {
    if (!(await isAtSchema(database.sql, schemaVersion())))
      throw new Error("The database is not at this release's schema. Run: npm run migrate");
    await run(createKernel(database, { deadline: 15_000 }), given);
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
