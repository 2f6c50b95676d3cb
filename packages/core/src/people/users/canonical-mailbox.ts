/**
 * Spelling rules of mail hosts, as each host documents them. At other hosts `a.b` and `ab`, or `a+b` and `a`, may be
 * two people.
 */
interface Spelling {
  canonicalHost: string;
  /** Whether `a.b` and `ab` are one mailbox. */
  ignoresDots: boolean;
}

const hostRules = (canonicalHost: string, names: string, ignoresDots = false): [string, Spelling][] =>
  names.split(' ').map((name) => [name, { canonicalHost, ignoresDots }]);

const hosts = new Map<string, Spelling>([
  // https://support.google.com/mail/answer/7436150 (dots), https://support.google.com/a/users/answer/9282734 (plus)
  ...hostRules('gmail.com', 'gmail.com googlemail.com', true),
  // https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online
  ...hostRules('outlook.com', 'outlook.com'),
  ...hostRules('hotmail.com', 'hotmail.com'),
  ...hostRules('live.com', 'live.com'),
  // https://proton.me/support/addresses-and-aliases: dots are ignored
  ...hostRules('proton.me', 'proton.me protonmail.com pm.me', true),
  // https://www.fastmail.help/hc/en-us/articles/360060591053-Plus-addressing-and-subdomain-addressing
  ...hostRules('fastmail.com', 'fastmail.com'),
  // https://support.apple.com/guide/icloud: one mailbox with three hosts
  ...hostRules('icloud.com', 'icloud.com me.com mac.com'),
]);

/**
 * Returns the canonical mailbox of an e-mail address, for limits only. At known hosts, plus-tags are ignored, and dots
 * where the host ignores them. Sign-in uses the address as typed.
 * @param email in lower case
 */
export function canonicalMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const host = hosts.get(email.slice(at + 1));
  if (!host) return email;
  const name = email.slice(0, at).split('+')[0] ?? '';
  return `${host.ignoresDots ? name.replaceAll('.', '') : name}@${host.canonicalHost}`;
}
