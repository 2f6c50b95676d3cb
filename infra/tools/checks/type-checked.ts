import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of a package.json or tsconfig.json that this check reads. */
interface Configuration {
  scripts?: Record<string, string>;
  include?: string[];
}

/** tsconfig.json may have comments, on lines of their own here. */
const read = (path: string): Configuration =>
  JSON.parse(readFileSync(path, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) as Configuration;

/** Files in TypeScript and folders that hold some, as an `include` names them: `src`, `vite.config.ts`. */
function partsOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => {
      if (!entry.isDirectory()) return entry.name.endsWith('.ts');
      if (['node_modules', 'dist'].includes(entry.name)) return false;
      return readdirSync(join(folder, entry.name), { recursive: true }).some((name) => /\.tsx?$/.test(String(name)));
    })
    .map(({ name }) => name);
}

/**
 * The compiler reads every package once: in a program of its own (a tsconfig.json and the script `typecheck`), or as
 * part of the one program of all server code, which is listed in the tsconfig.json at the root. What no program
 * reads, the linter would check by looser rules than ours.
 * @param root a workspace with `packages`, `apps` and a tsconfig.json
 * @returns one line for each part of a package that no program, or that two of them, would read
 */
export function checkTypeChecked(root: string): string[] {
  const server = new Set(read(join(root, 'tsconfig.json')).include);
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const folder = `${group}/${name}`;
      const own = join(root, folder, 'tsconfig.json');
      const scripts = existsSync(own) ? (read(join(root, folder, 'package.json')).scripts ?? {}) : {};
      if (existsSync(own) && !Object.hasOwn(scripts, 'typecheck'))
        return [`${folder}: has a tsconfig.json, and no script \`typecheck\` that uses it`];
      const program = new Set(existsSync(own) ? read(own).include : []);
      return partsOf(join(root, folder)).flatMap((part) => {
        const isInServer = server.has(`${folder}/${part}`);
        if (program.has(part) && isInServer) return [`${folder}: ${part} is type-checked twice`];
        if (program.has(part) || isInServer) return [];
        const where = existsSync(own) ? 'its tsconfig.json' : "the root's tsconfig.json";
        return [`${folder}: ${part} is not type-checked; list it in ${where}`];
      });
    }),
  );
}
