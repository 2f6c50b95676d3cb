import { SignedOutOnly } from '../app/signed-out-only.tsx';
import { usePageTitle } from '../app/site.tsx';
import { RegisterScreen } from '../features/identity/register-screen.tsx';
import { identity as words } from '../words/words.ts';

export function RegisterRoute() {
  usePageTitle(words.create);
  return (
    <SignedOutOnly>
      <RegisterScreen />
    </SignedOutOnly>
  );
}
