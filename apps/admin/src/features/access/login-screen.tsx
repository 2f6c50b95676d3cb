import { zodResolver } from '@hookform/resolvers/zod';
import { adminPaths } from '@inaam/contracts/common/paths';
import { adminLoginInput } from '@inaam/contracts/identity/sign-in';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useAdminAuth } from '../../app/auth.tsx';
import { errorText, fieldProblem } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** Username and password. A sign-in that succeeds makes the route's guard lead on to the dashboard. */
export function LoginScreen() {
  const { signedIn } = useAdminAuth();
  const site = trpc.admin.site.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const login = trpc.admin.identity.login.useMutation({ onSuccess: signedIn });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(adminLoginInput, undefined, { raw: true }),
    defaultValues: { username: '', password: '' },
  });
  const { errors } = formState;

  return (
    <SignInFrame title="Admin sign-in" lead="Sign in with your username and password.">
      {login.error && (
        <Banner tone="error" title="Access denied" onDismiss={login.reset}>
          {errorText(login.error, 'Signing in did not work. Please try again.')}
        </Banner>
      )}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void handleSubmit((input) => login.mutate(input))(event)}
      >
        <Field
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={fieldProblem('Username', errors.username)}
          {...register('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={fieldProblem('Password', errors.password)}
          {...register('password')}
        />
        <Button type="submit" variant="primary" block busy={login.isPending} busyLabel="Signing in...">
          Sign in
        </Button>
      </form>
      {site.data?.setupNeeded && (
        <p className="text-sm text-muted">
          There is no admin yet.{' '}
          <Link to={adminPaths.register} className="link">
            Set up the first one
          </Link>
        </p>
      )}
    </SignInFrame>
  );
}
