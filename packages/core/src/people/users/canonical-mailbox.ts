/**
 * Mail hosts at which one mailbox has many spellings. Only what the host itself says: elsewhere `a.b` and `ab`, or
 * `a+b` and `a`, may be two people.
 */
interface Spelling {
  /** The name under which they are counted. */
  as: string;
  dots: boolean;
}

const of = (as: string, names: string, dots = false): [string, Spelling][] =>
  names.split(' ').map((name) => [name, { as, dots }]);

const hosts = new Map<string, Spelling>([
  // https://support.google.com/mail/answer/7436150 (dots), https://support.google.com/a/users/answer/9282734 (plus)
  ...of('gmail.com', 'gmail.com googlemail.com', true),
  // https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online
  ...of('outlook.com', 'outlook.com'),
  ...of('hotmail.com', 'hotmail.com'),
  ...of('live.com', 'live.com'),
  // https://proton.me/support/addresses-and-aliases: dots are ignored, too
  ...of('proton.me', 'proton.me protonmail.com pm.me', true),
  // https://www.fastmail.help/hc/en-us/articles/360060591053-Plus-addressing-and-subdomain-addressing
  ...of('fastmail.com', 'fastmail.com'),
  // https://support.apple.com/guide/icloud: one mailbox under three names
  ...of('icloud.com', 'icloud.com me.com mac.com'),
]);

/**
 * Whose mailbox an address is, for limits alone: dots and plus-tags of known hosts count as one person. Nobody signs in
 * with it, since an address is what its owner typed.
 * @param email in lower case
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const host = hosts.get(email.slice(at + 1));
  if (!host) return email;
  const name = email.slice(0, at).split('+')[0] ?? '';
  return `${host.dots ? name.replaceAll('.', '') : name}@${host.as}`;
}
