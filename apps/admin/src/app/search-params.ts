/**
 * Parses URL parameters as flat text; `stringifySearch` writes the same format. The router's default format is JSON,
 * which would turn a search for `1e5` into 100000 and quote a search for `123`.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

/** Writes texts and numbers; leaves out undefined values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(key, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}
