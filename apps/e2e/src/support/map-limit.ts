/**
 * Runs `work` on all items, at most `limit` at a time. The limit is needed when many people sign in, because the server
 * hashes only a few passwords at a time and refuses the rest. @returns the results in the order of the items
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
