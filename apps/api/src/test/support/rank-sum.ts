/**
 * The Mann-Whitney rank-sum test: whether two samples can be told apart by size. Ranks ask nothing of the distribution,
 * so that a pause of the machine weighs no more than any other slow one.
 * @returns the standard score: 0 for samples that are alike, beyond ±4 for some 1 in 16,000 pairs of alike samples;
 * positive where the first is the larger
 */
export function rankSum(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((value) => ({ value, own: true })), ...second.map((value) => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (let i = 0; i < all.length; ) {
    let end = i;
    while (end < all.length && all[end]?.value === all[i]?.value) end++;
    // Equal ones share the middle of their ranks, which count from 1.
    const shared = (i + 1 + end) / 2;
    for (const { own } of all.slice(i, end)) if (own) ranks += shared;
    i = end;
  }
  const [n, m] = [first.length, second.length];
  const u = ranks - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

/**
 * The same test as a share: how often a value of the first is larger than one of the second, drawn at random, equal
 * ones half. 0.5 for samples that are alike; it does not grow with their size.
 */
export function rankShare(first: readonly number[], second: readonly number[]): number {
  const [n, m] = [first.length, second.length];
  return 0.5 + (rankSum(first, second) * Math.sqrt((n * m * (n + m + 1)) / 12)) / (n * m);
}
