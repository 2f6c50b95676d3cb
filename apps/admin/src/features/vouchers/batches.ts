export interface Imported {
  /** Codes that the server has answered for, of `total`. */
  sent: number;
  total: number;
  created: number;
  skipped: number;
}

/**
 * Sends codes batch by batch, each saved by itself.
 * @param from what an earlier try has done; it goes on behind that
 * @param onProgress after each batch; when `send` throws, the last one told is what was saved
 */
export async function sendInBatches(
  codes: readonly string[],
  size: number,
  send: (batch: string[]) => Promise<{ created: number; skipped: number }>,
  onProgress: (imported: Imported) => void,
  from: Imported = { sent: 0, total: codes.length, created: 0, skipped: 0 },
): Promise<Imported> {
  let done = from;
  while (done.sent < codes.length) {
    const batch = codes.slice(done.sent, done.sent + size);
    // One after the other: a progress that can be trusted, and a server that is not crowded.
    const { created, skipped } = await send(batch);
    done = {
      sent: done.sent + batch.length,
      total: codes.length,
      created: done.created + created,
      skipped: done.skipped + skipped,
    };
    onProgress(done);
  }
  return done;
}
