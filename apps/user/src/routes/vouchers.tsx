import { userPaths } from '@inaam/contracts/common/paths';
import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../app/site.tsx';
import { VouchersScreen } from '../features/vouchers/vouchers-screen.tsx';
import { vouchers as words } from '../words/words.ts';

const route = getRouteApi(`/signed-in${userPaths.vouchers}`);

export function VouchersRoute() {
  usePageTitle(words.title);
  const { tab = 'unused' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <VouchersScreen
      tab={tab}
      onTab={(next) => void navigate({ search: next === 'unused' ? {} : { tab: next }, replace: true })}
    />
  );
}
