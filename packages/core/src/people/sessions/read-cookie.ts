/**
 * Reads a cookie by its exact name and shape; a cookie of another shape counts as missing.
 *
 * Names are not decoded: another subdomain can set `%5F_Host-name`, and a browser enforces the rules of the prefix only
 * for `__Host-` itself. Other cookies are not decoded either: they may contain a bare percent sign.
 * @param value a pattern of the whole value
 */
export const readCookie = (cookieHeader: string | undefined, name: string, value: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=(${value})(?:;|$)`).exec(cookieHeader ?? '')?.[1];
