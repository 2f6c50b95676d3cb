import { zodResolver } from '@hookform/resolvers/zod';
import type { PasskeyAssertion } from '@inaam/contracts/account/account';
import { adminLoginInput, type SignedInAdmin } from '@inaam/contracts/identity/sign-in';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorText, getFieldError, getServerError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { getPasskeyAssertion, getPasskeyError } from './passkey-call.ts';

/**
 * Signs in by username and password, with a code if the account has a second factor, or by a passkey alone.
 * @param username the admin whose session expired; the field is then read-only
 */
export function LoginForm({
  username = '',
  onSignedIn,
}: {
  username?: string;
  onSignedIn: (session: SignedInAdmin) => void;
}) {
  const { client } = trpc.useUtils();
  const login = trpc.admin.identity.login.useMutation({ onSuccess: onSignedIn });
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(adminLoginInput, undefined, { raw: true }),
    defaultValues: { username, password: '', code: '' },
  });
  const { errors } = formState;
  const [wantsCode, setWantsCode] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (wantsCode) setFocus('code');
  }, [wantsCode, setFocus]);

  const signInByPasskey = async () => {
    setProblem(undefined);
    login.reset();
    setWaiting(true);
    try {
      const answer = await getPasskeyAssertion<PasskeyAssertion>(await client.admin.identity.passkeyChallenge.mutate());
      onSignedIn(await client.admin.identity.loginByPasskey.mutate({ answer }));
    } catch (error) {
      setProblem(getPasskeyError(error, 'Sign-in failed. Please try again.'));
    } finally {
      setWaiting(false);
    }
  };
  const submit = handleSubmit((input) => {
    setProblem(undefined);
    login.mutate(input, {
      onError: (error) => {
        if (getServerError(error)?.domainCode === 'SECOND_FACTOR_REQUIRED') setWantsCode(true);
      },
    });
  });
  // Asking for the code is the next step of the form, not a failure.
  const isFailed = login.error && getServerError(login.error)?.domainCode !== 'SECOND_FACTOR_REQUIRED';
  const message = problem ?? (isFailed ? getErrorText(login.error, 'Sign-in failed. Please try again.') : undefined);

  return (
    <div className="grid gap-4">
      {message !== undefined && (
        <Banner
          tone="error"
          title="Access denied"
          onDismiss={() => {
            login.reset();
            setProblem(undefined);
          }}
        >
          {message}
        </Banner>
      )}
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={username !== ''}
          error={getFieldError('Username', errors.username)}
          {...register('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={getFieldError('Password', errors.password)}
          {...register('password')}
        />
        {wantsCode && (
          <Field
            label="Second factor"
            hint="Six digits from your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            spellCheck={false}
            required
            inputClassName="code"
            error={getFieldError('Code', errors.code)}
            {...register('code')}
          />
        )}
        <Button type="submit" variant="primary" block busy={login.isPending} busyLabel="Signing in...">
          Sign in
        </Button>
      </form>
      <Button
        block
        icon={<Fingerprint aria-hidden className="size-4" />}
        busy={isWaiting}
        busyLabel="Waiting for your device..."
        onClick={() => void signInByPasskey()}
      >
        Use a passkey
      </Button>
    </div>
  );
}
