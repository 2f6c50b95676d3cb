import { usePageTitle } from '../app/site.tsx';
import { AccountScreen } from '../features/account/account-screen.tsx';
import { account as words } from '../words/words.ts';

export function AccountRoute() {
  usePageTitle(words.title);
  return <AccountScreen />;
}
