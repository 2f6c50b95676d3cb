import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The properties of a package.json or tsconfig.json that this check reads. */
interface Configuration {
  scripts?: Record<string, string>;
  include?: string[];
}

/** Reads JSON. A comment in tsconfig.json must be on a line of its own. */
const read = (path: string): Configuration =>
  JSON.parse(readFileSync(path, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) as Configuration;

/** TypeScript files, and folders that contain some, as in `include`: `src`, `vite.config.ts`. */
function listParts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => {
      if (!entry.isDirectory()) return entry.name.endsWith('.ts');
      if (['node_modules', 'dist'].includes(entry.name)) return false;
      return readdirSync(join(folder, entry.name), { recursive: true }).some((name) => /\.tsx?$/.test(String(name)));
    })
    .map(({ name }) => name);
}

/**
 * Checks that every package is type-checked once: by its own tsconfig.json (with the script `typecheck`) or by the root
 * tsconfig.json, which lists all server code. The linter checks files outside of every tsconfig.json by weaker rules.
 * @param root a workspace with `packages`, `apps` and a tsconfig.json
 * @returns one line for each folder or file in no tsconfig.json or in two, and for each tsconfig.json that no script
 *   uses
 */
export function checkTypeChecked(root: string): string[] {
  const server = new Set(read(join(root, 'tsconfig.json')).include);
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const folder = `${group}/${name}`;
      const config = join(root, folder, 'tsconfig.json');
      const scripts = existsSync(config) ? (read(join(root, folder, 'package.json')).scripts ?? {}) : {};
      if (existsSync(config) && !Object.hasOwn(scripts, 'typecheck'))
        return [`${folder}: has a tsconfig.json, and no script \`typecheck\` that uses it`];
      const own = new Set(existsSync(config) ? read(config).include : []);
      return listParts(join(root, folder)).flatMap((part) => {
        const isInServer = server.has(`${folder}/${part}`);
        if (own.has(part) && isInServer) return [`${folder}: ${part} is type-checked twice`];
        if (own.has(part) || isInServer) return [];
        const where = existsSync(config) ? 'its tsconfig.json' : "the root's tsconfig.json";
        return [`${folder}: ${part} is not type-checked; list it in ${where}`];
      });
    }),
  );
}
