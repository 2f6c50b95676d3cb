/** `node infra/tools/checks/package-exports.ts`: prints faults in the exports of packages, one per line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyseFile } from '../boundaries/imports.ts';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'fixtures', '.turbo', 'test-results']);
const CODE = /\.(ts|tsx|mts|mjs)$/;

/** A package. `exported` maps each public name to its file, relative to `folder`. */
interface Package {
  name: string;
  folder: string;
  exported: Map<string, string>;
}

/**
 * Checks that each package's `exports` list single files, without wildcards, and only files that another package uses.
 * Files that are not exported can change without checking other packages.
 * @param root a workspace with `packages`, `apps` and `infra`
 * @returns one line for each fault
 */
export function checkPackageExports(root: string): string[] {
  const packages = readPackages(root);
  const used = listUsedSpecifiers(root, packages);
  return packages.flatMap(({ name, folder, exported }) => {
    const faults: string[] = [];
    for (const [subpath, file] of exported) {
      const specifier = subpath === '.' ? name : `${name}${subpath.slice(1)}`;
      if (subpath.includes('*')) faults.push(`${folder}: ${subpath}: names no file; list each one that is public`);
      else if (!existsSync(join(root, folder, file))) faults.push(`${folder}: ${subpath}: there is no ${file}`);
      else if (!used.has(specifier)) faults.push(`${folder}: ${subpath}: no other package imports it`);
    }
    return faults;
  });
}

function readPackages(root: string): Package[] {
  return foldersIn(join(root, 'packages')).map((folder) => {
    const path = `packages/${folder}`;
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
      name: string;
      exports?: Record<string, string>;
    };
    return { name, folder: path, exported: new Map(Object.entries(exports)) };
  });
}

/** Lists what files import from packages other than their own, also in stylesheets and `extends` of tsconfig.json. */
function listUsedSpecifiers(root: string, packages: Package[]): Set<string> {
  const used = new Set<string>();
  for (const file of ['packages', 'apps', 'infra'].flatMap((group) => filesBelow(root, group))) {
    const ownName = packages.find(({ folder }) => file.startsWith(`${folder}/`))?.name;
    const source = readFileSync(join(root, file), 'utf8');
    const specifiers = CODE.test(file)
      ? analyseFile(file, source).imports.map(({ specifier }) => specifier)
      : [...source.matchAll(/["']((?:@[^/"']+\/)?[^"'\s]+)["']/g)].map(([, text = '']) => text);
    // The compiler adds an import of one of these two modules to each file with JSX.
    const jsx = /"jsxImportSource": "([^"]+)"/.exec(source)?.[1];
    if (jsx) specifiers.push(`${jsx}/jsx-runtime`, `${jsx}/jsx-dev-runtime`);
    for (const specifier of specifiers) {
      if (ownName === undefined || !`${specifier}/`.startsWith(`${ownName}/`)) used.add(specifier);
    }
  }
  return used;
}

function foldersIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : filesBelow(root, path);
    const isConfig = /^tsconfig.*\.json$/.test(entry.name) || /^packages\/config\/.*\.json$/.test(path);
    return CODE.test(entry.name) || entry.name.endsWith('.css') || isConfig ? [path] : [];
  });
}

if (import.meta.main) {
  const faults = checkPackageExports(join(import.meta.dirname, '..', '..', '..'));
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
