import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Link } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { getField, getFieldMessage } from '../../app/field-errors.ts';
import { type Registration, useAuth } from '../../app/session/auth.tsx';
import { useMinimumAge, useSite } from '../../app/site.tsx';
import { replaceTags } from '../../words/rich.tsx';
import { guests, identity as words } from '../../words/words.ts';
import { areCookiesBlocked, BrowserHint } from './browser-hint.tsx';
import { FrontPage } from './front-page.tsx';
import { WithGoogle } from './google-button.tsx';
import { isSuspension, LazySuspendedPanel } from './lazy-suspended-panel.tsx';
import { providerFailure } from './provider-failure.ts';
import { usePreloadApp } from './use-preload-app.ts';

type Name = keyof Registration;
interface Failure {
  title: string;
  message: string;
  /** The invalid field, if it belongs to this form. */
  field: Name | undefined;
  error: unknown;
}

const isName = (field: string | undefined): field is Name =>
  field === 'firstName' || field === 'lastName' || field === 'email' || field === 'password';

/** Only needed if the sign-up continues by mail. */
const FinishSignUp = lazy(async () => ({ default: (await import('./finish-sign-up.tsx')).FinishSignUp }));

/** The screen "Create account". A refusal that concerns one field is shown next to that field. */
export function RegisterScreen() {
  const { register, loginWithProvider, provider } = useAuth();
  const site = useSite();
  const prepare = usePreloadApp();
  const age = useMinimumAge();
  const [values, setValues] = useState<Registration>({ firstName: '', lastName: '', email: '', password: '' });
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState<'form' | 'provider'>();
  const [failure, setFailure] = useState<Failure>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy('form');
    setFailure(undefined);
    try {
      if (!(await register(values))) setSent(true);
    } catch (error) {
      const field = getField(error);
      const title = guests.registrationFailed;
      if (isName(field)) {
        setFailure({ message: getFieldMessage(error, title), field, title, error });
        form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
      } else setFailure({ message: getErrorMessage(error, title), field: undefined, title, error });
    } finally {
      setBusy(undefined);
    }
  };
  const continueWithGoogle = async () => {
    if (!provider) return;
    setBusy('provider');
    setFailure(undefined);
    try {
      await loginWithProvider(provider.signIn());
    } catch (error) {
      setFailure({ title: words.loginFailed, message: providerFailure(error), field: undefined, error });
    } finally {
      setBusy(undefined);
    }
  };
  const control = (name: Name) => ({
    name,
    required: true,
    onFocus: prepare,
    value: values[name],
    error: failure?.field === name ? failure.message : undefined,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  if (sent) {
    return (
      <FrontPage title={guests.checkMail}>
        <Suspense fallback={null}>
          <FinishSignUp
            email={values.email}
            onAgain={async () => void (await register(values))}
            onOtherAddress={() => setSent(false)}
          />
        </Suspense>
      </FrontPage>
    );
  }
  if (failure && isSuspension(failure.error)) {
    return (
      <FrontPage title={words.create}>
        <LazySuspendedPanel
          error={failure.error}
          supportEmail={site?.supportEmail}
          onReset={() => setFailure(undefined)}
        />
      </FrontPage>
    );
  }
  // A pause of all sign-ups is not an error.
  const isPause = getErrorCode(failure?.error) === 'SIGN_UPS_PAUSED';
  return (
    <FrontPage title={words.create} consent>
      {failure && !failure.field && (
        <Banner
          tone={isPause ? 'info' : 'error'}
          title={isPause ? failure.message : failure.title}
          onDismiss={() => setFailure(undefined)}
          className="mb-4"
        >
          {!isPause && failure.message !== failure.title && failure.message}
        </Banner>
      )}
      {areCookiesBlocked() && <BrowserHint kind="cookiesNeeded" />}
      <WithGoogle provider={site?.provider} busy={busy === 'provider'} onPress={() => void continueWithGoogle()}>
        <form onSubmit={(event) => void submit(event)} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={guests.firstName} autoComplete="given-name" maxLength={80} {...control('firstName')} />
            <Field
              label={guests.lastName}
              hint={guests.lastNameHint}
              autoComplete="family-name"
              maxLength={80}
              {...control('lastName')}
              required={false}
            />
          </div>
          <Field
            label={words.email}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...control('email')}
          />
          <PasswordField
            label={words.password}
            autoComplete="new-password"
            hint={guests.passwordHint}
            minLength={8}
            maxLength={256}
            {...control('password')}
          />
          <Checkbox required name="age" label={guests.ofAge({ age })} />
          <Button type="submit" variant="primary" block busy={busy === 'form'} busyLabel={guests.creating}>
            {words.create}
          </Button>
        </form>
      </WithGoogle>
      <p className="mt-4 text-center text-sm">
        {replaceTags(guests.have, {
          link: <Link to={userPaths.login} className="link inline-flex min-h-control items-center" />,
        })}
      </p>
    </FrontPage>
  );
}
