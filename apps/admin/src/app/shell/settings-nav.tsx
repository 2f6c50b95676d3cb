import { useCenteredChild } from '@inaam/ui/use-centered-child';
import { Link, useLocation } from '@tanstack/react-router';
import { useIsAllowed } from '../allowed.tsx';
import { isSettingsPage, settingsPages } from './navigation.ts';

/** Links between the pages of Admin Settings, at the top of each. */
export function SettingsNav() {
  const isAllowed = useIsAllowed();
  const pathname = useLocation({ select: (location) => location.pathname });
  const nav = useCenteredChild<HTMLElement>('[aria-current]', pathname);
  if (!isSettingsPage(pathname)) return null;
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="fade-edges relative -mt-2 mb-3 flex overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]"
    >
      {settingsPages
        .filter(({ needs }) => needs === undefined || isAllowed(needs))
        .map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="flex min-h-control shrink-0 items-center border-b-2 px-3 whitespace-nowrap -outline-offset-2! transition-colors duration-150"
            activeProps={{ className: 'border-accent font-semibold text-text' }}
            inactiveProps={{ className: 'border-transparent text-muted hover:text-text' }}
          >
            <span className="steady-width justify-items-center" data-label={label}>
              {label}
            </span>
          </Link>
        ))}
    </nav>
  );
}
