import { userPaths } from '@inaam/contracts/common/paths';
import { Card } from '@inaam/ui/card';
import { ThemeSwitch } from '@inaam/ui/theme-switch';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useAuth } from '../app/session/auth.tsx';
import { usePageTitle } from '../app/site.tsx';
import { ProfileScreen } from '../features/insights/profile-screen.tsx';

const route = getRouteApi(`/signed-in${userPaths.profile}`);

export function ProfileRoute() {
  usePageTitle('Profile');
  const { session } = useAuth();
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <header className="min-w-0">
        <h1 className="text-xl sm:text-2xl">
          {session.status === 'signed-in' ? `${session.user.firstName} ${session.user.lastName}` : 'Profile'}
        </h1>
        {session.status === 'signed-in' && <p className="text-muted">{session.user.email}</p>}
      </header>
      <ProfileScreen
        tab={tab}
        onTab={(next) => void navigate({ search: next === 'history' ? { tab: next } : {}, replace: true })}
      />
      <Link
        to={userPaths.account}
        className="flex items-center justify-between gap-4 rounded-card border border-line bg-surface p-card hover:border-edge"
      >
        <span>
          <span className="block font-semibold">Account & security</span>
          <span className="block text-sm text-muted">E-mail, password, passkeys, devices, your data</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-base">Appearance</h2>
        <ThemeSwitch />
      </Card>
      <nav aria-label="Legal" className="-mt-4 flex flex-wrap gap-x-6 text-sm">
        <Link to={userPaths.legal} className="link inline-flex min-h-control items-center">
          Legal & Support
        </Link>
        <Link to={userPaths.terms} className="link inline-flex min-h-control items-center">
          Terms
        </Link>
        <Link to={userPaths.privacy} className="link inline-flex min-h-control items-center">
          Privacy Policy
        </Link>
      </nav>
    </div>
  );
}
