import { SignedOutOnly } from '../app/signed-out-only.tsx';
import { usePageTitle } from '../app/site.tsx';
import { LoginScreen } from '../features/identity/login-screen.tsx';

export function LoginRoute() {
  usePageTitle('Sign in');
  return (
    <SignedOutOnly>
      <LoginScreen />
    </SignedOutOnly>
  );
}
