import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow } from './files.ts';
import { type Node, nameIn, walk } from './syntax.ts';

/** A statement in the sources. It contains the parts of SQL that its own file defines, but no values. */
export interface WrittenStatement {
  /** File and line. */
  place: string;
  /** The texts around the holes: one more than the number of holes. */
  texts: string[];
  /** For each `${…}`: its SQL text, or undefined for a value. */
  holes: (string | undefined)[];
  /** The columns that the row type requires; undefined without a row type, or if another file declares it. */
  columns: string[] | undefined;
}

/** Returns the SQL name of a table, a view or a column by its name in TypeScript. */
export type GetName = (table: string, column?: string) => string | undefined;

const STATEMENT = /^\s*(select|insert|update|delete|with|merge)\b/i;
const SOURCE = /^(?!.*\/fixtures\/).*(?<!\.test|\.d)\.ts$/;

/** Finds the statements in sql templates of a folder, without tests and fixtures. */
export function statementsBelow(root: string, folder: string, getName: GetName): WrittenStatement[] {
  return filesBelow(root, folder, SOURCE).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return source.includes('sql') ? findStatements(file, source, getName) : [];
  });
}

/** Finds the statements in the sql templates of one file. */
export function findStatements(file: string, source: string, getName: GetName): WrittenStatement[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const nodes = [...walk(program as unknown as Node)];
  const constants = new Map<string, Node>();
  const parameters = new Set<string>();
  const types = new Map<string, Node>();
  const imported = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'ImportSpecifier') imported.add(nameIn(node['local']));
    // A parameter may hide a constant of the same name, so such names are not resolved.
    for (const parameter of Array.isArray(node['params']) ? (node['params'] as Node[]) : [])
      parameters.add(nameIn(parameter));
    if (node.type === 'VariableDeclarator' && node['init']) constants.set(nameIn(node['id']), node['init'] as Node);
    if (node.type === 'TSInterfaceDeclaration') types.set(nameIn(node['id']), node);
    if (node.type === 'TSTypeAliasDeclaration') types.set(nameIn(node['id']), node['typeAnnotation'] as Node);
  }

  const splitTemplate = (template: Node): { texts: string[]; holes: (string | undefined)[] } => {
    const texts: string[] = [''];
    const holes: (string | undefined)[] = [];
    const expressions = (template['quasi'] as Node)['expressions'] as Node[];
    for (const [i, { value }] of getQuasis(template).entries()) {
      texts[texts.length - 1] += value.cooked;
      const expression = expressions[i];
      if (!expression) continue;
      const fragment = findFragment(expression);
      if (fragment) {
        const inner = splitTemplate(fragment);
        texts[texts.length - 1] += inner.texts[0] ?? '';
        texts.push(...inner.texts.slice(1));
        holes.push(...inner.holes);
      } else {
        holes.push(namedIn(expression, (table, column) => (imported.has(table) ? getName(table, column) : undefined)));
        texts.push('');
      }
    }
    return { texts, holes };
  };
  const findFragment = (expression: Node, depth = 0): Node | undefined => {
    if (isTemplate(expression)) return expression;
    if (expression.type === 'ConditionalExpression')
      return (
        findFragment(expression['consequent'] as Node, depth) ?? findFragment(expression['alternate'] as Node, depth)
      );
    const name = expression.type === 'Identifier' && depth < 5 ? nameIn(expression) : '';
    const init = parameters.has(name) ? undefined : constants.get(name);
    return init && findFragment(init, depth + 1);
  };

  const executed = new Map<Node, Node>();
  for (const node of nodes) {
    const [argument] = node.type === 'CallExpression' ? (node['arguments'] as Node[]) : [];
    if (argument && node['typeArguments'] && isTemplate(argument)) executed.set(argument, node);
  }
  return nodes
    .filter((node) => isTemplate(node) && STATEMENT.test(getQuasis(node)[0]?.value.cooked ?? ''))
    .map((node) => {
      const line = source.slice(0, node.start).split('\n').length;
      const [type] = (((executed.get(node) ?? node)['typeArguments'] as Node | null)?.['params'] ?? []) as Node[];
      return { place: `${file}:${line}`, ...splitTemplate(node), columns: type && readColumns(type, types) };
    });
}

const getQuasis = (template: Node) => (template['quasi'] as Node)['quasis'] as { value: { cooked: string } }[];

/** Whether the tag of a template marks SQL: `sql`, `tx`, `open`, `query`, or a property of that name (`tx.sql`). */
function isTemplate(node: Node): boolean {
  if (node.type !== 'TaggedTemplateExpression') return false;
  const tag = node['tag'] as Node;
  const name = tag.type === 'MemberExpression' ? nameIn(tag['property']) : nameIn(tag);
  return ['sql', 'tx', 'open', 'query'].includes(name);
}

function namedIn(expression: Node, getName: GetName): string | undefined {
  if (expression.type === 'Identifier') return getName(nameIn(expression));
  if (expression.type !== 'MemberExpression' || expression['computed']) return undefined;
  const table = expression['object'] as Node;
  return table.type === 'Identifier' ? getName(nameIn(table), nameIn(expression['property'])) : undefined;
}

/** The required properties of a row type; undefined if another file declares the type. */
function readColumns(type: Node, types: ReadonlyMap<string, Node>): string[] | undefined {
  if (type.type === 'TSArrayType') return readColumns(type['elementType'] as Node, types);
  if (type.type === 'TSTypeReference') {
    const named = types.get(nameIn(type['typeName']));
    return named && readColumns(named, types);
  }
  if (type.type === 'TSIntersectionType') return readAllColumns(type['types'] as Node[], types);
  if (type.type === 'TSInterfaceDeclaration') {
    // Drizzle's rows extend Record, which adds no column.
    const bases = (type['extends'] as { expression: Node }[]).map(({ expression }) => nameIn(expression));
    const named = bases.filter((name) => name !== 'Record').map((name) => types.get(name));
    return named.every((base) => base !== undefined)
      ? readAllColumns([type['body'] as Node, ...named], types)
      : undefined;
  }
  const members = type.type === 'TSInterfaceBody' ? type['body'] : type.type === 'TSTypeLiteral' ? type['members'] : [];
  const properties = (members as Node[]).filter((each) => each.type === 'TSPropertySignature' && !each['optional']);
  return (members as Node[]).length > 0 ? properties.map((each) => nameIn(each['key'])) : undefined;
}

function readAllColumns(parts: readonly Node[], types: ReadonlyMap<string, Node>): string[] | undefined {
  const columns = parts.map((part) => readColumns(part, types));
  return columns.every((each) => each !== undefined) ? columns.flat() : undefined;
}

/** Matches comments and quoted texts, which contain no names. */
const NO_NAMES = /--[^\n]*|'[^']*'/g;
const QUALIFIED_NAME = /\b[a-z_]\w*\.([a-z_]\w*)\b(?!\s*\()/g;
const BARE = /(?<![.\w])[a-z_]\w*/g;

/**
 * Finds names after a dot (`c.held_until`) that neither the schema nor the text itself defines.
 * @param known names of columns and parameters
 */
export function unknownNames(sql: string, known: ReadonlySet<string>): string[] {
  const text = sql.replace(NO_NAMES, ' ');
  const bareNames = new Set(text.match(BARE));
  return [...text.matchAll(QUALIFIED_NAME)]
    .filter(([, name = '']) => !known.has(name) && !bareNames.has(name))
    .map(([qualified]) => qualified);
}

/** Finds the aliases (`as x`) in SQL. Other parts of the same statement may use them. */
export const aliasesIn = (sql: string): string[] =>
  [...sql.replace(NO_NAMES, ' ').matchAll(/\bas\s+([a-z_]\w*)/g)].map(([, name = '']) => name);

/** All SQL of a source file, both statements and parts of statements, without inserted values. */
export function extractSql(file: string, source: string): string {
  const { program } = parseSync(file, source);
  return [...walk(program as unknown as Node)]
    .filter(isTemplate)
    .map((node) =>
      getQuasis(node)
        .map(({ value }) => value.cooked)
        .join(' _ '),
    )
    .join('\n');
}
