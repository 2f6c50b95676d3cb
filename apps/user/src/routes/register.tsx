import { SignedOutOnly } from '../app/signed-out-only.tsx';
import { usePageTitle } from '../app/site.tsx';
import { RegisterScreen } from '../features/identity/register-screen.tsx';

export function RegisterRoute() {
  usePageTitle('Create account');
  return (
    <SignedOutOnly>
      <RegisterScreen />
    </SignedOutOnly>
  );
}
