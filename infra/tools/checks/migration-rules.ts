import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * Rules for migrations of tables that are in use. squawk (https://squawkhq.com/docs/rules) finds locks, rewrites and
 * changes that break the previous release. A line `-- squawk-ignore <rule>` above a statement disables a rule; a
 * comment must say why. This file adds rules that squawk lacks, most of them for our own migrator:
 * packages/db/src/migrate/steps.ts.
 */

const squawk = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');

/** Squawk's rules that are not used: `npm run migrate` sets both timeouts, and the schema decides the column types. */
const EXCLUDED_RULES = ['require-lock-timeout', 'require-statement-timeout', 'prefer-bigint-over-int'];

/** The first line of a migration that builds or drops indexes while other sessions write. */
const CONCURRENTLY = '-- concurrently';

/**
 * The first line of a migration that builds indexes which only speed up queries. Such a migration runs after all other
 * migrations and after the functions.
 */
const FOR_SPEED = `${CONCURRENTLY}, for speed alone`;

const BREAK = '--> statement-breakpoint';

const OWN_RULES: readonly [rule: string, statement: RegExp][] = [
  ['timeouts-are-the-migrators', /^\s*set\s+(local\s+)?\w*timeout/im],
  ['ban-table-lock', /^\s*(lock|truncate)\b/im],
  ['ban-drop-object', /^\s*drop\s+(function|materialized view|sequence|type|view)\b/im],
];

const INDEX = /^(create\s+(unique\s+)?|drop\s+)index\s+concurrently\s+if\s+(not\s+)?exists\b/i;

/**
 * Checks one migration.
 * @param text the SQL of the migration
 * @returns a line for each finding: invalid SQL, or a statement that may block or break running processes
 */
export function findMigrationFaults(name: string, text: string): string[] {
  const isConcurrent = text.startsWith(CONCURRENTLY);
  const faults = findSquawkFaults(name, text, isConcurrent);
  for (const part of text.split(BREAK)) {
    const statement = part.replaceAll(/^\s*--.*$/gm, '').trim();
    const isIgnored = (rule: string) => part.includes(`-- squawk-ignore ${rule}`);
    for (const [rule, pattern] of OWN_RULES) {
      if (pattern.test(statement) && !isIgnored(rule)) faults.push(rule);
    }
    if (isConcurrent && !INDEX.test(statement)) faults.push('only-concurrent-indexes');
    if (!isConcurrent && /\bindex\s+concurrently\b/i.test(statement)) faults.push('needs-concurrently-above');
    if (text.startsWith(FOR_SPEED) && /^create\s+unique/i.test(statement)) faults.push('unique-is-not-for-speed-alone');
  }
  return faults.map((rule) => `${name}: ${rule}`);
}

/** @throws when squawk cannot be run */
function findSquawkFaults(name: string, text: string, isConcurrent: boolean): string[] {
  const flags = [
    '--reporter',
    'json',
    '--pg-version',
    '18',
    '--stdin-filepath',
    name,
    '--exclude',
    EXCLUDED_RULES.join(),
  ];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [squawk, ...flags, ...(isConcurrent ? [] : ['--assume-in-transaction'])],
    { input: text, encoding: 'utf8' },
  );
  // 0: no finding, 1: findings.
  if (status === null || status > 1 || !stdout.startsWith('['))
    throw new Error(`squawk ended with ${status}: ${stderr}`);
  const found = JSON.parse(stdout) as { line: number; rule_name: string; message: string }[];
  return found.map(({ line, rule_name: rule, message }) => `${rule}: line ${line + 1}: ${message}`);
}
