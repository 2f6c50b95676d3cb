import { userPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { Link, Outlet } from '@tanstack/react-router';
import { CircleUserRound, LayoutGrid, LogOut, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { app as words } from '../words/words.ts';
import { useAuth } from './session/auth.tsx';
import { useBrand } from './site.tsx';

/** Navigation entries in the current language. */
const places = () =>
  [
    { to: userPaths.offers, label: words.dashboard, Icon: LayoutGrid },
    { to: userPaths.vouchers, label: words.vouchers, Icon: Ticket },
    { to: userPaths.profile, label: words.profile, Icon: CircleUserRound },
  ] as const;

/**
 * The frame of signed-in screens: a top bar, and a bottom navigation on phones.
 * @param children shown instead of the screen of the current URL, if only data on this device can be shown
 * @param notice account messages, above the screen
 * @param bell the notifications button, in the bar
 */
export function Shell({ children, notice, bell }: { children?: ReactNode; notice?: ReactNode; bell?: ReactNode }) {
  const { logout } = useAuth();
  const brand = useBrand();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:rounded-control focus:bg-raised focus:p-3"
      >
        {words.skip}
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex min-h-14 max-w-6xl items-center gap-4 px-4">
          <Link to={userPaths.offers} className="flex min-h-control min-w-0 items-center gap-2 font-semibold">
            <img src="/icon.svg" alt="" width={30} height={30} />
            {brand}
          </Link>
          <nav aria-label={words.main} className="hidden grow gap-1 sm:flex">
            {places().map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className="inline-flex min-h-10 items-center rounded-control px-3 text-muted hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent"
              >
                <span className="steady-width" data-label={label}>
                  {label}
                </span>
              </Link>
            ))}
          </nav>
          <div className="-mr-2 ml-auto sm:mr-0 sm:-ml-2">
            <CrashBoundary fallback={null}>{bell}</CrashBoundary>
          </div>
          <Button
            variant="quiet"
            // On phones the profile screen has this button instead.
            className="-mr-3 hidden! shrink-0 sm:inline-flex!"
            // The person is signed out on this device even if the server does not respond.
            onClick={() => void logout().catch(() => undefined)}
            icon={<LogOut aria-hidden className="size-5" />}
          >
            {words.signOut}
          </Button>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl grow px-4 pt-4 pb-28 outline-none sm:pt-6 sm:pb-10"
      >
        {notice}
        {children ?? <Outlet />}
      </main>
      <nav
        aria-label={words.main}
        className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-3 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
      >
        {places().map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,5.2vw)] text-muted -outline-offset-2! aria-[current=page]:font-semibold aria-[current=page]:text-accent"
          >
            <Icon aria-hidden className="size-6" />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
