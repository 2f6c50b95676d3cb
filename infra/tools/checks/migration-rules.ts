import { parse } from 'libpg-query';

/**
 * What a migration may not do to a table that is in use, read by PostgreSQL's own parser. Each rule names the lock or
 * the work that the documents of PostgreSQL 18 give for the statement:
 * https://www.postgresql.org/docs/18/sql-altertable.html (notes), sql-createindex.html (building indexes concurrently).
 */

/** The first line of a migration that builds indexes while others write: see packages/db/src/migrate/steps.ts. */
const CONCURRENTLY = '-- concurrently';

/** The same, but behind all other migrations and the functions, which do without. */
const FOR_SPEED = `${CONCURRENTLY}, for speed alone`;

/** Ends a rule for one statement, with the reason: `-- accepted: drops: the release before reads it no more`. */
const ACCEPTED = /^-- accepted: ([\w ]+): \S.{9,}$/gm;

const BREAK = '--> statement-breakpoint';

type Node = Record<string, unknown>;

interface Fault {
  rule: string;
  why: string;
}

/** Functions that give another value for each row, so that a column with such a default rewrites the table. */
const VOLATILE = new Set(['random', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'clock_timestamp', 'nextval', 'timeofday']);

/**
 * @param text of a migration
 * @returns a line for each statement that may hold up or break those who use the database meanwhile
 * @throws an Error of the parser where the text is no SQL
 */
export async function migrationFaults(name: string, text: string): Promise<string[]> {
  const isConcurrent = text.startsWith(CONCURRENTLY);
  const isForSpeed = text.startsWith(FOR_SPEED);
  const made = new Set<string>();
  const faults: string[] = [];
  for (const part of text.split(BREAK)) {
    const accepted = new Set([...part.matchAll(ACCEPTED)].map(([, rule]) => rule));
    const { stmts = [] } = (await parse(part)) as unknown as { stmts?: { stmt: Record<string, Node> }[] };
    for (const { stmt } of stmts) {
      const [[kind, node] = ['', {}]] = Object.entries<Node>(stmt);
      if (kind === 'CreateStmt') made.add(tableOf(node));
      for (const { rule, why } of faultsOf(kind, node, { made, isConcurrent, isForSpeed })) {
        if (!accepted.has(rule)) faults.push(`${name}: ${rule}: ${why}`);
      }
    }
  }
  return faults;
}

const tableOf = (node: Node): string => (node['relation'] as { relname?: string } | undefined)?.relname ?? '';

function faultsOf(
  kind: string,
  node: Node,
  { made, isConcurrent, isForSpeed }: { made: Set<string>; isConcurrent: boolean; isForSpeed: boolean },
): Fault[] {
  const isNew = made.has(tableOf(node));
  switch (kind) {
    case 'IndexStmt':
      return isForSpeed && node['unique'] === true ? [needed] : indexFaults(node, isConcurrent, isNew);
    case 'AlterTableStmt':
      return isConcurrent ? [alone] : isNew ? [] : (node['cmds'] as Node[]).flatMap(commandFaults);
    case 'DropStmt':
      return isConcurrent && node['removeType'] === 'OBJECT_INDEX' ? [] : dropFaults(node);
    case 'RenameStmt':
      return isNew ? [] : [{ rule: 'drops', why: 'the release before knows the old name: add, and remove later' }];
    case 'VariableSetStmt':
      return String(node['name']).endsWith('timeout')
        ? [{ rule: 'lock timeout', why: `${String(node['name'])} is the business of npm run migrate` }]
        : [];
    case 'LockStmt':
    case 'TruncateStmt':
      return [{ rule: 'lock timeout', why: 'it holds a table until the end of the migration' }];
    default:
      return isConcurrent ? [alone] : [];
  }
}

const alone: Fault = { rule: 'concurrently', why: 'a migration that builds indexes concurrently does nothing else' };

const needed: Fault = { rule: 'for speed', why: 'what is kept unique is kept so from the first call of a release on' };

function indexFaults(node: Node, isConcurrent: boolean, isNew: boolean): Fault[] {
  if (node['concurrent'] !== true) {
    return isNew
      ? []
      : [{ rule: 'blocking index', why: `writers of ${tableOf(node)} wait: create index concurrently` }];
  }
  if (!isConcurrent) return [{ rule: 'concurrently', why: `the file must begin with "${CONCURRENTLY}"` }];
  if (node['if_not_exists'] === true && node['idxname'] !== undefined) return [];
  return [{ rule: 'concurrently', why: 'without a name and "if not exists" it cannot be taken up again' }];
}

function dropFaults(node: Node): Fault[] {
  const breaks = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_FUNCTION', 'OBJECT_SEQUENCE', 'OBJECT_TYPE'];
  if (breaks.includes(String(node['removeType']))) {
    return [{ rule: 'drops', why: 'the release before may use it: remove it a release later' }];
  }
  return node['removeType'] === 'OBJECT_INDEX'
    ? [{ rule: 'blocking index', why: 'readers and writers wait: drop index concurrently' }]
    : [];
}

function commandFaults(wrapped: Node): Fault[] {
  const command = wrapped['AlterTableCmd'] as Node;
  const definition = command['def'] as Record<string, Node> | undefined;
  switch (command['subtype']) {
    case 'AT_AddColumn':
      return columnFaults(definition?.['ColumnDef'] ?? {});
    case 'AT_AlterColumnType':
      return [{ rule: 'rewrite', why: 'the table is written anew while nobody may read it' }];
    case 'AT_SetNotNull':
      return [{ rule: 'scan', why: 'the table is read under a lock: add a check not valid and validate it first' }];
    case 'AT_DropColumn':
      return [{ rule: 'drops', why: 'the release before may read the column: remove it a release later' }];
    case 'AT_AddConstraint':
      return constraintFaults(definition?.['Constraint'] ?? {});
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return [{ rule: 'rewrite', why: 'the table is written anew while nobody may read it' }];
    default:
      return [];
  }
}

function columnFaults(column: Node): Fault[] {
  const constraints = ((column['constraints'] as Node[] | undefined) ?? []).map((each) => each['Constraint'] as Node);
  const byDefault = constraints.find((each) => each['contype'] === 'CONSTR_DEFAULT');
  const types = JSON.stringify(column['typeName'] ?? {});
  const isSerial =
    /"(big|small)?serial[248]?"/.test(types) || constraints.some((each) => each['contype'] === 'CONSTR_IDENTITY');
  const calls = [...JSON.stringify(byDefault ?? {}).matchAll(/"sval":"(\w+)"/g)].map(([, called = '']) => called);
  const isStored = constraints.some((each) => each['contype'] === 'CONSTR_GENERATED');
  if (isSerial || isStored || calls.some((called) => VOLATILE.has(called))) {
    return [{ rule: 'rewrite', why: 'a value of its own for each row writes the table anew' }];
  }
  if (constraints.some((each) => each['contype'] === 'CONSTR_NOTNULL') && !byDefault) {
    return [{ rule: 'drops', why: 'not null without a default: the release before goes on writing rows' }];
  }
  return constraints.filter((each) => each !== byDefault).flatMap(constraintFaults);
}

function constraintFaults(constraint: Node): Fault[] {
  switch (constraint['contype']) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      if (constraint['skip_validation'] === true) return [];
      return [{ rule: 'scan', why: 'every row is looked at under a lock: not valid first, then validate constraint' }];
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE':
    case 'CONSTR_EXCLUSION':
      if (constraint['indexname'] !== undefined) return [];
      return [{ rule: 'blocking index', why: 'build a unique index concurrently and add the constraint by it' }];
    default:
      return [];
  }
}
