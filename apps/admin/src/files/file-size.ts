const MB = 1_000_000;

/**
 * Checks a file's size before it is read, because parsing happens in the page: a table of 37 MB blocks it for 12 s.
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
