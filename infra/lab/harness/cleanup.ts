import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Functions that must run when a tool ends, even after an error or a signal. */
const cleanups = new Set<() => Promise<unknown>>();

/** Registers a function for the end of the tool. @returns a function that removes the registration */
export function onCleanup(undo: () => Promise<unknown>): () => void {
  cleanups.add(undo);
  return () => cleanups.delete(undo);
}

/** Runs all registered functions, the last one first. */
export async function runCleanup(): Promise<void> {
  for (const undo of [...cleanups].toReversed()) {
    cleanups.delete(undo);
    await undo().catch(() => {});
  }
}

/** Creates a folder that other accounts can read. `runCleanup` removes it. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `inaam-${name}-`));
  chmodSync(folder, 0o755);
  onCleanup(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
