import { emailPaths } from '@inaam/contracts/common/email-paths';
import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../app/client.ts';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { identity, guests as words } from '../../words/words.ts';
import { FrontPage } from './front-page.tsx';
import { LinkAccount, useLinkDescription } from './link-account.tsx';

/** Texts by kind of link. Each screen asks before it acts, because programs that scan mails open every link. */
const kinds = {
  verify: () => ({
    title: words.verifyTitle,
    ask: { text: words.verifyAsk, label: words.verifyTitle },
    done: words.verifyDone,
    already: words.verifyAlready,
    next: home(),
  }),
  confirmEmail: () => ({
    title: words.confirmTitle,
    ask: { text: words.confirmAsk, label: words.confirmTitle },
    done: words.confirmDone,
    already: words.confirmAlready,
    next: home(),
  }),
  signInLink: () => ({
    title: identity.signIn,
    ask: { text: words.linkAsk, label: identity.signIn },
    done: words.linkDone,
    next: home(),
  }),
  undoEmail: () => ({
    title: words.undoTitle,
    ask: { text: words.undoAsk, label: words.undoLabel },
    done: words.undoDone,
    already: words.undoAlready,
    next: { label: identity.signIn, to: userPaths.login } as const,
  }),
  unsubscribe: () => ({
    title: words.stopTitle,
    ask: { text: words.stopAsk, label: words.stopLabel },
    done: words.stopDone,
    next: home(),
  }),
} satisfies Record<string, () => LinkWords>;

const home = () => ({ label: words.goToOffers, to: userPaths.offers }) as const;

interface LinkWords {
  title: string;
  ask: { text: string; label: string };
  done: string;
  /** Shown instead of the question if the link's work was done before the page opened. */
  already?: string;
  next: { label: string; to: '/' | '/login' };
}

export type LinkKind = keyof typeof kinds;

/** Performs the action of a mailed link after a press. Opening the link changes nothing. */
export function MailLinkScreen({ kind, secret }: { kind: LinkKind; secret: string }) {
  const { title, ask, done, already, next }: LinkWords = kinds[kind]();
  const { enter, recheck } = useAuth();
  const link = useLinkDescription(kind === 'unsubscribe' ? '' : secret);
  const [state, setState] = useState<'waiting' | 'busy' | 'done'>('waiting');
  const [failure, setFailure] = useState<{ text: string; isFinal: boolean }>();

  const act = async () => {
    setState('busy');
    setFailure(undefined);
    try {
      await actions[kind](secret, enter);
      // The link's action may have changed the account's e-mail address or the session of this browser.
      if (kind !== 'unsubscribe' && kind !== 'signInLink') recheck();
      setState('done');
    } catch (error) {
      setFailure({
        text: getErrorMessage(error, words.failedOffline),
        isFinal: getErrorCode(error) === 'LINK_NOT_VALID',
      });
      setState('waiting');
    }
  };

  const result = state === 'done' ? done : link?.state === 'done' ? already : undefined;
  const isOpen = secret && !result && !failure?.isFinal;
  return (
    <FrontPage title={title}>
      {!secret && <p className="mb-4">{words.linkBroken}</p>}
      {failure && <Banner tone="error" title={failure.text} className="mb-4" />}
      {secret && result && (
        <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
          <CircleCheck aria-hidden className="size-12 text-good" />
          <p>{result}</p>
          <Link to={next.to} className={buttonClass({ variant: 'primary', block: true })}>
            {next.label}
          </Link>
        </div>
      )}
      {(!secret || failure?.isFinal) && <RequestLinkAgain kind={kind} />}
      {isOpen && (
        <>
          <LinkAccount link={link} ends={link?.opens_session ?? false} />
          <div className="grid gap-4">
            <p>{ask.text}</p>
            <Button
              variant="primary"
              block
              busy={state === 'busy'}
              busyLabel={words.oneMoment}
              onClick={() => void act()}
            >
              {failure ? words.tryAgain : ask.label}
            </Button>
          </div>
        </>
      )}
    </FrontPage>
  );
}

/** The next step after an invalid link: the sign-in for a sign-in link, otherwise the offers. */
const RequestLinkAgain = ({ kind }: { kind: LinkKind }) =>
  kind === 'signInLink' ? (
    <Link to={userPaths.login} className={buttonClass({ variant: 'primary', block: true })}>
      {words.back}
    </Link>
  ) : (
    <Link to={userPaths.offers} className={buttonClass({ variant: 'primary', block: true })}>
      {words.goToOffers}
    </Link>
  );

type Enter = ReturnType<typeof useAuth>['enter'];

const actions: Record<LinkKind, (token: string, enter: Enter) => Promise<void>> = {
  async verify(token, enter) {
    const { signedIn } = await client.user.account.verifyByLink.mutate({ token });
    if (signedIn) enter(signedIn);
  },
  async confirmEmail(token) {
    await client.user.account.confirmEmailByLink.mutate({ token });
  },
  async signInLink(token, enter) {
    enter(await client.user.account.signInByLink.mutate({ token }));
  },
  async undoEmail(token) {
    await client.user.account.undoEmailChange.mutate({ token });
  },
  async unsubscribe(token) {
    const answer = await fetch(`${emailPaths.unsubscribe}?token=${encodeURIComponent(token)}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${answer.status}`);
  },
};
