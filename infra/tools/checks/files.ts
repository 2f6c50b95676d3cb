import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Folders of installed, built or temporary files. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'test-results', '.turbo', '.data', '.git', '.cache']);

/**
 * Lists source files, sorted by path.
 * @param root the folder that results are relative to
 * @param path a file or a folder in the root; `.` for all
 * @param pattern matches the paths to return
 * @returns paths relative to `root`, with `/` on every system
 */
export function filesBelow(root: string, path: string, pattern: RegExp): string[] {
  const at = join(root, path);
  if (statSync(at).isFile()) return [relative(root, at).split(sep).join('/')].filter((file) => pattern.test(file));
  return readdirSync(at, { withFileTypes: true })
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      if (SKIPPED_FOLDERS.has(entry.name)) return [];
      if (entry.isDirectory() || entry.isFile()) return filesBelow(root, join(path, entry.name), pattern);
      return [];
    });
}
