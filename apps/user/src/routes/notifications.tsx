import { userPaths } from '@inaam/contracts/common/paths';
import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../app/site.tsx';
import { NotificationsScreen } from '../features/messages/notifications-screen.tsx';
import { messages as words } from '../words/words.ts';

const route = getRouteApi(`/signed-in${userPaths.notifications}`);

export function NotificationsRoute() {
  usePageTitle(words.title);
  const { tab = 'messages' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NotificationsScreen
      tab={tab}
      onTab={(next) => void navigate({ search: next === 'messages' ? {} : { tab: next }, replace: true })}
    />
  );
}
