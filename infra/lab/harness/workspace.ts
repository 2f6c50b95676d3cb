import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './api-process.ts';
import { temporaryFolder } from './cleanup.ts';

/** The committed and the new files of a workspace, from its root. */
export const listFiles = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(folder, file)));

/**
 * Copies the sources and links the installed packages, so that no file of the workspace is changed.
 * @returns the folder of the copy; `runCleanup` removes it
 */
export function copyWorkspace(): string {
  const folder = temporaryFolder('workspace');
  const files = listFiles(root);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  // Links to packages of the workspace are relative, so in the copy they point to packages of the copy.
  const packageFolders = files.filter((file) => file.endsWith('/package.json')).map(dirname);
  for (const each of ['.', ...packageFolders]) {
    const from = join(root, each, 'node_modules');
    if (!existsSync(from)) continue;
    mkdirSync(join(folder, each, 'node_modules'), { recursive: true });
    for (const name of readdirSync(from)) {
      const to = join(folder, each, 'node_modules', name);
      if (each === '.' && name !== '@inaam') symlinkSync(join(from, name), to);
      else if (!name.startsWith('.')) cpSync(join(from, name), to, { recursive: true, verbatimSymlinks: true });
    }
  }
  return folder;
}
