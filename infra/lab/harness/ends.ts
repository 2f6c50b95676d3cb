/** What has to be undone when a drill is told to end, or takes too long. */
const ends = new Set<() => Promise<unknown>>();

/** @returns what says that it is undone */
export function atEnd(undo: () => Promise<unknown>): () => void {
  ends.add(undo);
  return () => ends.delete(undo);
}

/** Undoes all that is left, the last first. */
export async function endAll(): Promise<void> {
  for (const undo of [...ends].toReversed()) await undo().catch(() => {});
}
