import { usePageTitle } from '../app/site.tsx';
import { AccountScreen } from '../features/account/account-screen.tsx';

export function AccountRoute() {
  usePageTitle('Account & security');
  return <AccountScreen />;
}
