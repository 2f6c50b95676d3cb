import type { LinkDescription } from '@inaam/contracts/account/account';
import { useEffect, useState } from 'react';
import { client } from '../../app/client.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Address, replaceTags } from '../../words/rich.tsx';
import { guests as words } from '../../words/words.ts';

/** The server's description of a mailed link; undefined until it arrives. If the query fails, the link still works. */
export function useLinkDescription(secret: string): LinkDescription | undefined {
  const [found, setFound] = useState<LinkDescription>();
  useEffect(() => {
    if (!secret) return;
    let isCurrent = true;
    client.user.account.describeLink.mutate({ token: secret }).then(
      (description) => isCurrent && setFound(description),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [secret]);
  return found;
}

/** The e-mail address of the account that this browser is signed in to, if it is not `account`. */
export function useOtherAccount(account: string | null | undefined): string | undefined {
  const { session } = useAuth();
  const signedInAs = session.status === 'signed-in' ? session.user.email : undefined;
  return account && signedInAs !== account ? signedInAs : undefined;
}

/**
 * Names the account of a link, and any other account that this browser is signed in to.
 * @param ends whether using the link ends the session of the other account
 */
export function LinkAccount({ link, ends }: { link: LinkDescription | undefined; ends: boolean }) {
  const other = useOtherAccount(link?.account);
  if (!link?.email) return null;
  const otherText = ends ? words.otherSession : words.otherKept;
  return (
    <div className="mb-4 grid gap-2">
      <p>{replaceTags(words.linkFor({ email: link.email }), { b: <Address /> })}</p>
      {other && (
        <p role="note" className="text-muted">
          {replaceTags(otherText({ email: other }), { b: <Address /> })}
        </p>
      )}
    </div>
  );
}
