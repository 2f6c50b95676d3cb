/** An e-mail address that breaks at its @ first, and that a browser does not translate. */
export function EmailText({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1;
  return (
    <span translate="no">
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  );
}
