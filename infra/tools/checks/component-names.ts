/** `node infra/tools/checks/component-names.ts`: prints components that share a name within an app, one per line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { filesBelow } from './files.ts';

type Node = { type: string; [key: string]: unknown };

/** `Voucher` is a component's name; `MAX_BULK` and `useSuccessToast` are not. */
const COMPONENT = /^[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$/;

/**
 * Finds components that share a name within an app, exported or not, so that a search for `<Voucher>` has one result.
 * Counts only functions: `const Dialog = lazy(…)` loads another file's component.
 * @param root a workspace with `apps`
 * @returns one line for each name that several files declare
 */
export function checkComponentNames(root: string): string[] {
  return readdirSync(join(root, 'apps'))
    .map((app) => `apps/${app}/src`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => {
      const files = new Map<string, string[]>();
      for (const file of filesBelow(root, folder, /\.tsx$/)) {
        for (const name of listComponents(file, readFileSync(join(root, file), 'utf8'))) {
          files.set(name, [...(files.get(name) ?? []), file]);
        }
      }
      return [...files]
        .filter(([, of]) => of.length > 1)
        .map(([name, of]) => `${name}: is declared in ${of.join(' and ')}`);
    });
}

/** The names of components that a file declares outside of functions. */
function listComponents(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return (program.body as unknown as Node[]).flatMap((statement) => {
    const declaration = (statement['declaration'] ?? statement) as Node;
    if (declaration.type === 'FunctionDeclaration') return listNames(declaration);
    if (declaration.type !== 'VariableDeclaration') return [];
    return (declaration['declarations'] as Node[]).flatMap((each) => (isFunction(each['init']) ? listNames(each) : []));
  });
}

const isFunction = (value: unknown): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression'].includes((value as Node | null)?.type ?? '');

function listNames(declaration: Node): string[] {
  const name = (declaration['id'] as Node | null)?.['name'];
  return typeof name === 'string' && COMPONENT.test(name) ? [name] : [];
}

if (import.meta.main) {
  const faults = checkComponentNames(join(import.meta.dirname, '..', '..', '..'));
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
