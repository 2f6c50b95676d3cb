/**
 * Runs `work` on all items, at most `limit` at a time. @returns the results in the order of the items. A crowd that
 * signs in at once would be refused: the server hashes only a few passwords at a time.
 */
export async function mapLimit<T, R>(items: readonly T[], limit: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
