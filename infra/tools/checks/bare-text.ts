import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow } from './files.ts';
import { type Node, nameIn, walk } from './syntax.ts';

/**
 * Finds components that return a text. React inserts this text among the siblings of the component. If a browser that
 * translates the page replaces it there, React fails when it removes or moves the text
 * (`packages/ui/src/jsx/separate-text.ts`). A fragment around the text prevents that.
 * @param root a workspace with `apps/user/src`, `apps/admin/src` and `packages/ui/src`
 * @returns a line for each component: its file and name
 */
export function checkBareText(root: string): string[] {
  return ['apps/user/src', 'apps/admin/src', 'packages/ui/src']
    .flatMap((folder) => filesBelow(root, folder, /(?<!\.test)\.tsx$/))
    .flatMap((file) => {
      const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return componentsIn(program as unknown as Node)
        .filter(({ body }) => listReturnedValues(body).some(isText))
        .map(({ name }) => `${file}: ${name} returns a text: put it into <>…</>`);
    });
}

type Component = { name: string; body: Node };

function componentsIn(program: Node): Component[] {
  return [...walk(program)]
    .flatMap((node) => {
      if (node.type === 'FunctionDeclaration') return [{ name: nameIn(node['id']), body: node['body'] as Node }];
      const init = node.type === 'VariableDeclarator' ? (node['init'] as Node | null) : null;
      return init?.type === 'ArrowFunctionExpression' ? [{ name: nameIn(node['id']), body: init['body'] as Node }] : [];
    })
    .filter(({ name, body }) => /^[A-Z][a-z]/.test(name) && body && hasElement(body));
}

const hasElement = (body: Node) => [...walk(body)].some(({ type }) => type === 'JSXElement' || type === 'JSXFragment');

/** Lists the values that a component returns, without the return values of functions inside the component. */
function listReturnedValues(body: Node): Node[] {
  if (body.type !== 'BlockStatement') return [body];
  return [...statements(body)]
    .filter(({ type }) => type === 'ReturnStatement')
    .flatMap((statement) => (statement['argument'] ? [statement['argument'] as Node] : []));
}

function* statements(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const type = (part as Node | null)?.type;
      if (typeof type === 'string' && !/Function/.test(type)) yield* statements(part as Node);
    }
  }
}

function isText(node: Node): boolean {
  if (node.type === 'ConditionalExpression')
    return isText(node['consequent'] as Node) || isText(node['alternate'] as Node);
  if (node.type === 'LogicalExpression') return isText(node['right'] as Node);
  if (node.type === 'ParenthesizedExpression') return isText(node['expression'] as Node);
  // `words.title` is a text of the user's language.
  const isWord = node.type === 'MemberExpression' && nameIn(node['object']) === 'words';
  return isWord || node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
}
