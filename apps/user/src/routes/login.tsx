import { SignedOutOnly } from '../app/signed-out-only.tsx';
import { usePageTitle } from '../app/site.tsx';
import { LoginScreen } from '../features/identity/login-screen.tsx';
import { identity as words } from '../words/words.ts';

export function LoginRoute() {
  usePageTitle(words.signIn);
  return (
    <SignedOutOnly>
      <LoginScreen />
    </SignedOutOnly>
  );
}
