const MB = 1_000_000;

/**
 * Checks a file's size before the file is read, because parsing blocks the page: for 12 s with a table of 37 MB.
 * @returns the refusal, with the file and the limit; undefined if the file is small enough
 */
export function findSizeProblem(
  { name, size }: { name: string; size: number },
  maxMegabytes: number,
): string | undefined {
  if (size <= maxMegabytes * MB) return undefined;
  const megabytes = Math.ceil((size / MB) * 10) / 10;
  return `${name} is too large (${megabytes} MB). The limit is ${maxMegabytes} MB.`;
}
