import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Link, Navigate } from '@tanstack/react-router';
import { KeyRound, MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../app/client.ts';
import { getErrorMessage } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Address, replaceTags } from '../../words/rich.tsx';
import { identity, guests as words } from '../../words/words.ts';
import { FrontPage } from './front-page.tsx';

const texts = {
  reset: { title: 'resetTitle', intro: 'resetIntro', label: 'resetSend' },
  signIn: { title: 'otherTitle', intro: 'otherIntro', label: 'otherSend' },
} as const;

/**
 * Requests a link by mail. The answer is the same for every e-mail address, so that it does not reveal which of them
 * have accounts.
 */
export function RequestLink({ what }: { what: keyof typeof texts }) {
  const { title, intro, label } = texts[what];
  const { session, enter } = useAuth();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState<'mail' | 'passkey'>();
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<string>();

  const attempt = async (way: 'mail' | 'passkey', work: () => Promise<void>) => {
    setBusy(way);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(getFailureText(error));
    } finally {
      setBusy(undefined);
    }
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void attempt('mail', async () => {
      const { requestReset, requestSignInLink } = client.user.account;
      await (what === 'reset' ? requestReset : requestSignInLink).mutate({ email });
      setSent(true);
    });
  };
  const withPasskey = () =>
    void attempt('passkey', async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await client.user.account.passkeyChallenge.mutate();
      const answer = await startAuthentication({ optionsJSON: optionsJSON as never });
      enter(await client.user.account.signInByPasskey.mutate({ answer: answer as never }));
    });

  if (session.status === 'signed-in' && what === 'signIn') return <Navigate to={userPaths.offers} replace />;
  if (sent) {
    return (
      <FrontPage title={words.checkMail}>
        <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
          <MailCheck aria-hidden className="size-12 text-accent" />
          <p>{replaceTags(words.mayBeSent({ email }), { b: <Address /> })}</p>
          <p className="text-sm text-muted">{words.nothingYet}</p>
          <Button onClick={() => setSent(false)}>{words.otherAddress}</Button>
        </div>
      </FrontPage>
    );
  }
  return (
    <FrontPage title={words[title]} consent={what === 'signIn'}>
      {failure && <Banner tone="error" title={failure} onDismiss={() => setFailure(undefined)} className="mb-4" />}
      {what === 'signIn' && (
        <>
          <Button
            block
            busy={busy === 'passkey'}
            busyLabel={words.waiting}
            onClick={withPasskey}
            icon={<KeyRound aria-hidden className="size-5" />}
          >
            {words.passkey}
          </Button>
          <p className="my-4 flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            {identity.or}
          </p>
        </>
      )}
      <form onSubmit={ask} className="grid gap-4">
        <p className="text-muted">{words[intro]}</p>
        <Field
          label={identity.email}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" variant="primary" block busy={busy === 'mail'} busyLabel={words.sending}>
          {words[label]}
        </Button>
      </form>
      <p className="mt-4 text-center text-sm">
        <Link to={userPaths.login} className="link inline-flex min-h-control items-center">
          {words.back}
        </Link>
      </p>
    </FrontPage>
  );
}

/**
 * The text of a failed request. For a passkey, browsers report the same errors whether the person closed the device's
 * dialog or the device has no passkey for this app.
 */
function getFailureText(error: unknown): string {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
    return words.noPasskey;
  }
  return getErrorMessage(error, words.failed);
}
