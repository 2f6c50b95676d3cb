import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow } from './files.ts';

/** The documents and folders of documents to check. */
export const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'infra/docs'];

/** Matches paths from the root of the project. They may contain patterns such as `<noun>`, `*` and `{a,b}`. */
const ROOT_PATH = /(?<![\w./@-])(?:apps|packages|infra|\.github|\.vscode)\/[\w./<>*{},@-]*[\w/>*}]/g;
/** Matches the end of a file's path in backticks, such as `functions/versions.txt`. */
const PATH_END = /`((?:[\w.<>*-]+\/)+[\w.<>*-]+\.(?:tsx?|mjs|css|sql|md|json|txt|ya?ml|patch))`/g;
const LINK = /\]\((?!\w+:|#)([^)\s#]+)[^)]*\)/g;
const SCRIPT = /\bnpm run ([\w:-]+)/g;

/** Folders that builds and runs create. A fresh clone does not have these folders. */
const BUILT_FOLDER = /(^|\/)(dist|node_modules|\.data|test-results)(\/|$)/;

/**
 * Finds paths and npm scripts that a document names but that do not exist.
 * @param root the folder of the workspace
 * @returns one line for each finding: where, and what is missing
 */
export function findMissingPaths(root: string): string[] {
  const all = filesBelow(root, '.', /./);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const documents = DOCUMENTS.filter((path) => existsSync(join(root, path)));
  return documents
    .flatMap((path) => filesBelow(root, path, /\.md$/))
    .flatMap((document) =>
      readFileSync(join(root, document), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const at = (what: string) => `${document}:${index + 1}: ${what}`;
          const paths = [...line.matchAll(ROOT_PATH)].map(([path]) => path);
          const ends = [...line.matchAll(PATH_END)].map(([, path = '']) => path).filter((end) => !paths.includes(end));
          const links = [...line.matchAll(LINK)].map(([, path = '']) => normalize(join(dirname(document), path)));
          const scriptNames = [...line.matchAll(SCRIPT)].map(([, name = '']) => name);
          return [
            ...paths.filter((path) => !exists(root, path)).map((path) => at(`${path} does not exist`)),
            ...ends.filter((end) => !isPathEnd(all, end)).map((end) => at(`no path ends in ${end}`)),
            ...links.filter((path) => !exists(root, path)).map((path) => at(`the link to ${path} leads nowhere`)),
            ...scriptNames
              .filter((name) => !Object.hasOwn(scripts, name))
              .map((name) => at(`there is no script ${name}`)),
          ];
        }),
    );
}

/** `<noun>` matches any name, as `*` does. */
const toPattern = (path: string) => path.replace(/<[^>]*>/g, '*');

function exists(root: string, path: string): boolean {
  return BUILT_FOLDER.test(path) || existsSync(join(root, path)) || globSync(toPattern(path), { cwd: root }).length > 0;
}

function isPathEnd(all: readonly string[], end: string): boolean {
  const escaped = toPattern(end)
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  const pattern = new RegExp(`(^|/)${escaped}$`);
  return BUILT_FOLDER.test(end) || all.some((path) => pattern.test(path));
}
