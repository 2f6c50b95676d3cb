/**
 * Runs `work` over all items, at most `limit` at a time, and answers the results in the items' order.
 * A crowd that signs in all at once is rightly turned away: only so many passwords are hashed at a time.
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
