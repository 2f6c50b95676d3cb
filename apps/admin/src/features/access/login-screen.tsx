import { adminPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { useAdminAuth } from '../../app/auth.tsx';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { LoginForm } from './login-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** The sign-in page. The route's guard redirects after the sign-in. */
export function LoginScreen() {
  const { onSignedIn } = useAdminAuth();
  const site = trpc.admin.site.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <SignInFrame title="Admin sign-in" lead="Sign in with your username and password, or with a passkey.">
      {!navigator.cookieEnabled && (
        <Banner tone="info" title="Your browser blocks cookies">
          To sign in, please allow cookies for this site.
        </Banner>
      )}
      <LoginForm onSignedIn={onSignedIn} />
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
