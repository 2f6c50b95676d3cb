import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useSite } from '../../app/site.tsx';
import { replaceTags } from '../../words/rich.tsx';
import { app, identity as words } from '../../words/words.ts';
import { areCookiesBlocked, BrowserHint } from './browser-hint.tsx';
import { FrontPage } from './front-page.tsx';
import { WithGoogle } from './google-button.tsx';
import { isSuspension, LazySuspendedPanel } from './lazy-suspended-panel.tsx';
import { providerFailure } from './provider-failure.ts';
import { usePreloadApp } from './use-preload-app.ts';

type Method = 'email' | 'provider';

/** Sign-in by provider or by e-mail and password. The typed text stays after a failure. */
export function LoginScreen() {
  const { session, login, loginWithProvider, logout, provider } = useAuth();
  const site = useSite();
  const prepare = usePreloadApp();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<Method>();
  const [failure, setFailure] = useState<{ text: string; error: unknown }>();

  const attempt = useCallback(async (method: Method, signIn: () => Promise<void>) => {
    setBusy(method);
    setFailure(undefined);
    try {
      await signIn();
    } catch (error) {
      const text = method === 'email' ? getErrorMessage(error, words.loginFailed) : providerFailure(error);
      setFailure({ text, error });
    } finally {
      setBusy(undefined);
    }
  }, []);

  // The person returns from the provider's page, or is still signed in there after the session here ended. The effect
  // runs only once, because a second run would exchange the ID token twice.
  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current || session.status === 'checking' || !provider?.canResume()) return;
    resumed.current = true;
    void attempt('provider', () => loginWithProvider(provider.resume()));
  }, [attempt, loginWithProvider, provider, session.status]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt('email', () => login(email, password));
  };
  const reset = () => {
    setEmail('');
    setPassword('');
    setFailure(undefined);
    // With the cookie of the suspended session, the server would refuse every further call.
    logout().catch(() => undefined);
  };

  const suspension =
    failure && isSuspension(failure.error) ? failure.error : session.status === 'signed-out' && session.reason;
  if (suspension) {
    return (
      <FrontPage title={words.signIn}>
        <LazySuspendedPanel error={suspension} supportEmail={site?.supportEmail} onReset={reset} />
      </FrontPage>
    );
  }
  return (
    <FrontPage title={words.signIn} consent>
      {failure && (
        <Banner tone="error" title={words.loginFailed} onDismiss={() => setFailure(undefined)} className="mb-4">
          {failure.text === words.loginFailed ? app.checkConnection : failure.text}
        </Banner>
      )}
      {areCookiesBlocked() && <BrowserHint kind="cookiesNeeded" />}
      <WithGoogle
        provider={site?.provider}
        busy={busy === 'provider'}
        onPress={() => provider && void attempt('provider', () => loginWithProvider(provider.signIn()))}
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            onFocus={prepare}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label={words.password}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" variant="primary" block busy={busy === 'email'} busyLabel={words.signingIn}>
            {words.signIn}
          </Button>
        </form>
      </WithGoogle>
      <p className="mt-4 flex justify-center gap-4 text-sm">
        <Link to="/$" params={{ _splat: 'reset' }} className="link inline-flex min-h-control items-center">
          {words.forgot}
        </Link>
        <Link to="/$" params={{ _splat: 'sign-in-link' }} className="link inline-flex min-h-control items-center">
          {words.otherWays}
        </Link>
      </p>
      <p className="mt-2 text-center text-sm">
        {replaceTags(words.newHere, {
          link: <Link to={userPaths.register} className="link inline-flex min-h-control items-center" />,
        })}
      </p>
    </FrontPage>
  );
}
