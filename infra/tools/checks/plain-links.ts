import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow } from './files.ts';
import { type Node, nameIn, walk } from './syntax.ts';

/** Matches paths that the server answers itself: API calls, and files by extension. */
const SERVER_PATHS = /^\/(api\/|[^?#]*\.\w+$)/;

/**
 * Finds `<a href="/…">` to a screen of an app. Such a link reloads the whole app, and the compiler does not check its
 * path.
 * @param root a workspace with `apps/user/src` and `apps/admin/src`
 * @returns one line for each link: its file and path
 */
export function findPlainLinks(root: string): string[] {
  return ['apps/user/src', 'apps/admin/src']
    .flatMap((folder) => filesBelow(root, folder, /(?<!\.test)\.tsx$/))
    .flatMap((file) => {
      const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return pathsIn(program as unknown as Node)
        .filter((path) => path.startsWith('/') && !path.startsWith('//') && !SERVER_PATHS.test(path))
        .map((path) => `${file}: <a href="${path}"> goes to a screen of ours: use Link`);
    });
}

function pathsIn(program: Node): string[] {
  const nodes = [...walk(program)];
  const constants = new Map(
    nodes.filter(({ type }) => type === 'VariableDeclarator').map((node) => [nameIn(node['id']), node['init'] as Node]),
  );
  return nodes
    .filter((node) => node.type === 'JSXOpeningElement' && nameIn(node['name']) === 'a')
    .flatMap((node) => node['attributes'] as Node[])
    .filter((attribute) => attribute.type === 'JSXAttribute' && nameIn(attribute['name']) === 'href')
    .map((attribute) => getBeginning(attribute['value'] as Node | null, constants));
}

/** Returns the constant text at the beginning of an attribute's value; '' if the beginning is computed. */
function getBeginning(value: Node | null | undefined, constants: ReadonlyMap<string, Node>): string {
  if (value?.type === 'JSXExpressionContainer') return getBeginning(value['expression'] as Node, constants);
  if (value?.type === 'Literal') return String(value['value']);
  if (value?.type === 'TemplateLiteral')
    return (value['quasis'] as { value: { cooked: string } }[])[0]?.value.cooked ?? '';
  const constant = value?.type === 'Identifier' ? constants.get(nameIn(value)) : undefined;
  return constant?.type === 'Literal' ? String(constant['value']) : '';
}
