import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Steps that must be undone when a tool ends, however it ends. */
const ends = new Set<() => Promise<unknown>>();

/** @returns a function that cancels the step, to call when it was already undone */
export function onCleanup(undo: () => Promise<unknown>): () => void {
  ends.add(undo);
  return () => ends.delete(undo);
}

/** Undoes all remaining steps, the last first. */
export async function runCleanup(): Promise<void> {
  for (const undo of [...ends].toReversed()) {
    ends.delete(undo);
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
