import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BASELINE, BASELINE_IS_LOCKED } from './src/migrate/baseline.ts';

/**
 * `npm run db:generate`. Until the first release it regenerates the baseline's tables from the TypeScript schema.
 * Afterwards it runs `drizzle-kit generate`, which adds a migration.
 */

const packageDir = import.meta.dirname;

/** The partition column of each partitioned table. Drizzle cannot express partitions. */
const PARTITIONED: Record<string, string> = { messages: 'month', security_events: 'at', security_event_details: 'at' };

const kit = join(packageDir, 'node_modules', 'drizzle-kit', 'bin.cjs');

/** Runs drizzle-kit and returns its output. Its configuration accepts only relative paths. */
export const drizzleKit = (args: string[]): string =>
  execFileSync(process.execPath, [kit, ...args], { cwd: packageDir, encoding: 'utf8' });

/**
 * Generates the baseline migration. Returns the text of each file by its path in the migrations folder. The output is
 * deterministic.
 * @param schema path or glob of the schema files, relative to the package
 */
export function baselineFiles(schema = './src/schema/*.ts'): Record<string, string> {
  const folder = mkdtempSync(join(packageDir, 'node_modules', '.baseline-'));
  try {
    const config = join(folder, 'drizzle.config.json');
    const out = join(folder, 'out');
    writeFileSync(config, JSON.stringify({ dialect: 'postgresql', schema, out: `./${relative(packageDir, out)}` }));
    drizzleKit(['generate', `--config=${config}`, '--name=tables']);
    const [sql = ''] = readdirSync(out).filter((name) => name.endsWith('.sql'));
    const snapshot = JSON.parse(readFileSync(join(out, 'meta', '0000_snapshot.json'), 'utf8')) as object;
    return {
      '0001_tables.sql': addPartitions(readFileSync(join(out, sql), 'utf8')),
      // Drizzle generates a random id.
      'meta/0001_snapshot.json': `${JSON.stringify({ ...snapshot, id: '00000000-0000-0000-0000-000000000001' }, null, 2)}\n`,
      'meta/_journal.json': `${JSON.stringify(createJournal(), null, 2)}\n`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addPartitions(sql: string): string {
  const head = '-- Generated from src/schema by npm run db:generate. Do not edit.\n\n';
  let text = head + sql;
  for (const [table, column] of Object.entries(PARTITIONED)) {
    const end = text.indexOf('\n);', text.indexOf(`CREATE TABLE "${table}" (`));
    text = `${text.slice(0, end)}\n) PARTITION BY RANGE ("${column}");${text.slice(end + 3)}`;
  }
  return `${text.trimEnd()}\n`;
}

const createJournal = () => ({
  version: '7',
  dialect: 'postgresql',
  entries: BASELINE.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true })),
});

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (BASELINE_IS_LOCKED) {
    // drizzle-kit may ask about renames, so it gets the terminal.
    execFileSync(process.execPath, [kit, 'generate', ...args], { cwd: packageDir, stdio: 'inherit' });
  } else {
    for (const [name, text] of Object.entries(baselineFiles())) {
      writeFileSync(join(packageDir, 'src', 'migrations', name), text);
    }
    process.stdout.write('Baseline regenerated. Review the diff of src/migrations/0001_tables.sql.\n');
  }
}
