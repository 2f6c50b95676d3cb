import { joinNames } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { ThemeSwitch } from '@inaam/ui/theme-switch';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight, LogOut } from 'lucide-react';
import { useAuth } from '../app/session/auth.tsx';
import { usePageTitle } from '../app/site.tsx';
import { LanguageSwitch } from '../features/account/language-switch.tsx';
import { ProfileScreen } from '../features/insights/profile-screen.tsx';
import { messages, profile as words } from '../words/words.ts';

const route = getRouteApi(`/signed-in${userPaths.profile}`);

export function ProfileRoute() {
  usePageTitle(words.title);
  const { session, logout } = useAuth();
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <header className="min-w-0">
        <h1 className="text-xl sm:text-2xl">
          {session.status === 'signed-in' ? joinNames(session.user.firstName, session.user.lastName) : words.title}
        </h1>
        {session.status === 'signed-in' && <p className="text-muted">{session.user.email}</p>}
      </header>
      <ProfileScreen
        tab={tab}
        onTab={(next) => void navigate({ search: next === 'history' ? { tab: next } : {}, replace: true })}
      >
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <Link
            to={userPaths.notifications}
            search={{ tab: 'choices' }}
            className="flex items-center justify-between gap-4 rounded-card border border-line bg-surface p-card hover:border-edge"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{messages.title}</span>
              <span className="block text-sm text-muted">{messages.profileHow}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
          <Link
            to={userPaths.account}
            className="flex items-center justify-between gap-4 rounded-card border border-line bg-surface p-card hover:border-edge"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{words.accountTitle}</span>
              <span className="block text-sm text-muted">{words.accountAbout}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
          <LanguageSwitch />
          <Card className="flex flex-wrap items-center justify-between gap-4">
            <h2 className="text-base">{words.appearance}</h2>
            <ThemeSwitch />
          </Card>
        </div>
      </ProfileScreen>
      <Button
        block
        className="sm:hidden!"
        // The person is signed out on this device, whatever the server answers.
        onClick={() => void logout().catch(() => undefined)}
        icon={<LogOut aria-hidden className="size-5" />}
      >
        {words.signOut}
      </Button>
      <nav aria-label={words.legalNav} className="-mt-4 flex flex-wrap gap-x-6 text-sm">
        <Link to={userPaths.legal} className="link inline-flex min-h-control items-center">
          {words.legal}
        </Link>
        <Link to={userPaths.terms} className="link inline-flex min-h-control items-center">
          {words.terms}
        </Link>
        <Link to={userPaths.privacy} className="link inline-flex min-h-control items-center">
          {words.privacy}
        </Link>
      </nav>
    </div>
  );
}
