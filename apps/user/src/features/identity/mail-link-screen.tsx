import { emailPaths } from '@inaam/contracts/common/email-paths';
import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../app/client.ts';
import { messageOf } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { FrontPage } from './front-page.tsx';

interface LinkWords {
  title: string;
  /** What the press does; undefined: it is done at once, because it can harm nobody. */
  ask: { text: string; label: string } | undefined;
  done: string;
  next: { label: string; to: '/' | '/login' };
}

const home = { label: 'Go to the offers', to: userPaths.offers } as const;
const signIn = { label: 'Sign in', to: userPaths.login } as const;

const words = {
  verify: { title: 'Verify your e-mail', ask: undefined, done: 'Your e-mail is verified. Thank you!', next: home },
  confirmEmail: {
    title: 'Confirm your new e-mail',
    ask: undefined,
    done: 'From now on you sign in with this address.',
    next: home,
  },
  signInLink: {
    title: 'Sign in',
    ask: { text: 'You are about to be signed in, in this browser.', label: 'Sign in' },
    done: 'You are signed in.',
    next: home,
  },
  undoEmail: {
    title: 'Take the change back',
    ask: {
      text: 'Your old address will count again. Everybody is signed out, and we send you a link for a new password.',
      label: 'Take it back',
    },
    done: 'Your old address counts again. Choose a new password with the mail that we have just sent you.',
    next: signIn,
  },
  unsubscribe: {
    title: 'No more of these mails',
    ask: { text: 'You will not get mails of this kind any more. Others go on.', label: 'Unsubscribe' },
    done: 'You will get no more mails of this kind. You can change it in your account.',
    next: home,
  },
} satisfies Record<string, LinkWords>;

export type LinkKind = keyof typeof words;

/** What the link of a mail does: at once, or after a press where opening it must change nothing. */
export function MailLinkScreen({ kind, secret }: { kind: LinkKind; secret: string }) {
  const { title, ask, done, next }: LinkWords = words[kind];
  const { enter, recheck } = useAuth();
  const [state, setState] = useState<'waiting' | 'busy' | 'done'>('waiting');
  const [failure, setFailure] = useState<string>();

  const act = useCallback(async () => {
    setState('busy');
    setFailure(undefined);
    try {
      await actions[kind](secret, enter);
      // Another address, or another session, than this browser knew.
      if (kind !== 'unsubscribe' && kind !== 'signInLink') recheck();
      setState('done');
    } catch (error) {
      setFailure(messageOf(error, 'This did not work. Please check your connection and try again.'));
      setState('waiting');
    }
  }, [kind, secret, enter, recheck]);

  const begun = useRef(false);
  useEffect(() => {
    if (ask || begun.current || !secret) return;
    begun.current = true;
    void act();
  }, [act, ask, secret]);

  return (
    <FrontPage title={title}>
      {!secret && <p>This link is not whole. Please open it again from the mail, or copy all of it.</p>}
      {failure && <Banner tone="error" title={failure} className="mb-4" />}
      {secret && state === 'done' && (
        <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
          <CircleCheck aria-hidden className="size-12 text-good" />
          <p>{done}</p>
          <Link to={next.to} className={buttonClass({ variant: 'primary', block: true })}>
            {next.label}
          </Link>
        </div>
      )}
      {secret && state !== 'done' && (ask || failure) && (
        <div className="grid gap-4">
          {ask && <p>{ask.text}</p>}
          <Button variant="primary" block busy={state === 'busy'} busyLabel="One moment..." onClick={() => void act()}>
            {ask ? ask.label : 'Try again'}
          </Button>
        </div>
      )}
      {secret && state === 'busy' && !ask && <p role="status">One moment...</p>}
    </FrontPage>
  );
}

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
