import { parseSync } from 'vite';
import { type Node, nameIn, walk } from '../checks/syntax.ts';

/** Files of procedures. Each procedure is a schema, a permission and one call of the core. */
const files = /^packages\/router\/src\/(admin|user)\/[\w-]+\.ts$/;
/** Contracts, public files of the core, and the router's own files. */
const importable = /^(@inaam\/(contracts|core)\/|\.\.?\/[\w-]+\.ts$)/;

const decisions: Readonly<Record<string, string>> = {
  IfStatement: 'if',
  ConditionalExpression: '?:',
  SwitchStatement: 'switch',
  ThrowStatement: 'throw',
  TryStatement: 'try',
  ForStatement: 'for',
  ForOfStatement: 'for',
  ForInStatement: 'for',
  WhileStatement: 'while',
  DoWhileStatement: 'do',
};

/**
 * Finds rules that belong in the core. Other transports and the core's tests would miss a rule in a file of procedures.
 * @param path from the root
 * @returns a line for each forbidden import, each decision, each function, and each procedure with more than one call
 *   of the core
 */
export function findProcedureFaults(path: string, source: string): string[] {
  if (!files.test(path)) return [];
  const program = parseSync(path, source).program as unknown as Node;
  const fault = (node: Node, reason: string) => `${path}:${source.slice(0, node.start).split('\n').length}: ${reason}`;
  const coreImports = new Set<string>();
  const faults: string[] = [];
  for (const node of walk(program)) {
    const decision = node.type === 'LogicalExpression' ? String(node['operator']) : decisions[node.type];
    if (decision !== undefined) faults.push(fault(node, `${decision}: a rule belongs in a command of the core`));
    if (node.type === 'ImportDeclaration') {
      const specifier = nameIn(node['source']);
      if (!importable.test(specifier)) faults.push(fault(node, `${specifier}: procedures must not import it`));
      if (specifier.startsWith('@inaam/core/'))
        for (const { local } of node['specifiers'] as { local: Node }[]) coreImports.add(nameIn(local));
    }
    const calls = isProcedure(node) ? countCoreCalls(node['arguments'] as Node[], coreImports) : 0;
    if (calls > 1) faults.push(fault(node, `calls the core ${calls} times: make it one command`));
  }
  const helpers = (program['body'] as Node[]).filter(isHelper);
  return [...faults, ...helpers.map((node) => fault(node, 'a function of its own: a rule belongs in a command'))];
}

/** Whether a node is `.query(…)`, `.mutation(…)` or `.subscription(…)`, which end a procedure. */
function isProcedure(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined;
  return callee?.type === 'MemberExpression' && /^(query|mutation|subscription)$/.test(nameIn(callee['property']));
}

/** Counts calls of the core's functions. A call within the arguments of another call does not count. */
function countCoreCalls(nodes: readonly Node[], coreImports: ReadonlySet<string>): number {
  let calls = 0;
  for (const node of nodes) {
    if (node.type === 'CallExpression' && coreImports.has(nameIn(node['callee']))) calls++;
    else calls += countCoreCalls(getChildren(node), coreImports);
  }
  return calls;
}

const getChildren = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((part): part is Node => typeof (part as Node | null)?.type === 'string');

function isHelper(statement: Node): boolean {
  const declared = (statement['declaration'] as Node | null | undefined) ?? statement;
  if (declared.type === 'FunctionDeclaration') return true;
  if (declared.type !== 'VariableDeclaration') return false;
  return (declared['declarations'] as { init: Node | null }[]).some(({ init }) =>
    /^(Arrow)?FunctionExpression$/.test(init?.type ?? ''),
  );
}
