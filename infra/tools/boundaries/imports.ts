import { parseSync } from 'vite';

/** One import of a file. `typeOnly`: the compiler removes the import, so no module is loaded at run time. */
export type Import = { specifier: string; typeOnly: boolean; line: number };

type Node = { type: string; start: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/**
 * Finds every form of import in a file, and the lines that read the environment. `import { type A } from 'a'` is not
 * type-only: with `verbatimModuleSyntax` the import itself remains.
 */
export function analyseFile(path: string, source: string): { imports: Import[]; environment: number[] } {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const environment: number[] = [];
  const getLine = (node: Node) => source.slice(0, node.start).split('\n').length;
  const add = (node: Node, from: unknown, typeOnly: boolean) => {
    if (isNode(from) && typeof from['value'] === 'string') {
      imports.push({ specifier: from['value'], typeOnly, line: getLine(node) });
    } else if (isNode(from) && from.type === 'TemplateLiteral' && (from['expressions'] as unknown[]).length === 0) {
      const [only] = from['quasis'] as { value: { cooked: string } }[];
      imports.push({ specifier: only?.value.cooked ?? '', typeOnly, line: getLine(node) });
    }
  };

  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') add(node, node['source'], node['importKind'] === 'type');
    if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') {
      add(node, node['source'], node['exportKind'] === 'type');
    }
    if (node.type === 'ImportExpression') add(node, node['source'], false);
    if (node.type === 'TSImportType') add(node, node['source'] ?? node['argument'], true);
    if (node.type === 'CallExpression' && reachesAFile(node['callee'])) {
      add(node, (node['arguments'] as unknown[])[0], false);
    }
    if (isProcessEnv(node)) environment.push(getLine(node));
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(program as unknown as Node);
  return { imports, environment };
}

/** Whether a call loads or locates a file: `require('x')`, `import.meta.resolve('x')`. */
function reachesAFile(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['name'] === 'require';
  return callee.type === 'MemberExpression' && getName(callee['property']) === 'resolve'
    ? isNode(callee['object']) && callee['object'].type === 'MetaProperty'
    : false;
}

/**
 * Whether the node reads the environment: `process.env`, `process['env']`, `const { env } = process` or
 * `import { env } from 'node:process'`.
 */
function isProcessEnv(node: Node): boolean {
  if (node.type === 'MemberExpression') {
    const property = isNode(node['property']) ? (node['property']['value'] ?? node['property']['name']) : null;
    return property === 'env' && getName(node['object']) === 'process';
  }
  if (node.type === 'VariableDeclarator') {
    const pattern = node['id'];
    if (getName(node['init']) !== 'process' || !isNode(pattern) || pattern.type !== 'ObjectPattern') return false;
    return (pattern['properties'] as Node[]).some((property) => getName(property['key']) === 'env');
  }
  if (node.type === 'ImportDeclaration') {
    const from = isNode(node['source']) ? node['source']['value'] : null;
    if (from !== 'node:process' && from !== 'process') return false;
    return (node['specifiers'] as Node[]).some((specifier) => getName(specifier['imported']) === 'env');
  }
  return false;
}

function getName(node: unknown): unknown {
  return isNode(node) ? node['name'] : undefined;
}
