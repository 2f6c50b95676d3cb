import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What has to be undone at the end of a tool, however it ends. */
const ends = new Set<() => Promise<unknown>>();

/** @returns cancels it, since it was done before */
export function onCleanup(undo: () => Promise<unknown>): () => void {
  ends.add(undo);
  return () => ends.delete(undo);
}

/** Undoes all that is left, the last first. */
export async function runCleanup(): Promise<void> {
  for (const undo of [...ends].toReversed()) {
    ends.delete(undo);
    await undo().catch(() => {});
  }
}

/** A folder that other accounts can read, until `runCleanup`. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `inaam-${name}-`));
  chmodSync(folder, 0o755);
  onCleanup(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
