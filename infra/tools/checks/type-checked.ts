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

/**
 * The compiler reads every package once: in a program of its own (the script `typecheck`), or as part of the one
 * program of all server code, whose tsconfig.json at the root lists whatever the package's own includes.
 * @param root a workspace with `packages`, `apps` and a tsconfig.json
 * @returns one line for each part of a package that no program, or that two of them, would read
 */
export function checkTypeChecked(root: string): string[] {
  const server = new Set(read(join(root, 'tsconfig.json')).include);
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const folder = `${group}/${name}`;
      const own = join(root, folder, 'tsconfig.json');
      if (!existsSync(own)) return [];
      const hasProgram = Object.hasOwn(read(join(root, folder, 'package.json')).scripts ?? {}, 'typecheck');
      return (read(own).include ?? []).flatMap((part) => {
        const isInServer = server.has(`${folder}/${part}`);
        if (hasProgram && isInServer) return [`${folder}: ${part} is type-checked twice`];
        if (hasProgram || isInServer) return [];
        return [`${folder}: ${part} is not type-checked; list it in the root's tsconfig.json`];
      });
    }),
  );
}
