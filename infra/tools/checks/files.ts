import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Folders that hold what was installed, built or written by a run. */
const SKIPPED = new Set(['node_modules', 'dist', 'test-results', '.turbo', '.data', '.git', '.cache']);

/**
 * Lists the files that people wrote, in the order of their paths.
 * @param root the folder that the answers are relative to
 * @param path a file or a folder below it; `.` for all
 * @param wanted matches the paths to keep
 * @returns paths relative to `root`, with `/` on every system
 */
export function filesBelow(root: string, path: string, wanted: RegExp): string[] {
  const at = join(root, path);
  if (statSync(at).isFile()) return [relative(root, at).split(sep).join('/')].filter((file) => wanted.test(file));
  return readdirSync(at, { withFileTypes: true })
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return [];
      if (entry.isDirectory() || entry.isFile()) return filesBelow(root, join(path, entry.name), wanted);
      return [];
    });
}
