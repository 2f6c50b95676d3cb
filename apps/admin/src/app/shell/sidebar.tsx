import { adminPaths } from '@inaam/contracts/common/paths';
import { Button, IconButton } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { ThemeSwitch } from '@inaam/ui/theme-switch';
import { Link, useLocation } from '@tanstack/react-router';
import { LogOut, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsAllowed } from '../allowed.tsx';
import { goHint } from '../go-keys.ts';
import { getCommandKey } from '../keyboard.ts';
import { Logo, useBrandName } from './brand.tsx';
import { type Entry, groups, isSettingsPage } from './navigation.ts';

export interface SidebarProps {
  /** Shows icons only. */
  collapsed?: boolean;
  /** The button that collapses or expands the sidebar. */
  toggle?: ReactNode;
  username: string;
  onSearch: () => void;
  onSignOut: () => void;
  signingOut: boolean;
  /** Called when a link is followed or the search opens, to close the sheet on phones. */
  onNavigate?: () => void;
}

/** Brand, entries, and at the bottom the signed-in admin, the theme and the sign-out button. */
export function Sidebar({
  collapsed = false,
  toggle,
  username,
  onSearch,
  onSignOut,
  signingOut,
  onNavigate,
}: SidebarProps) {
  const brand = useBrandName();
  const isAllowed = useIsAllowed();
  const search = () => {
    onNavigate?.();
    onSearch();
  };
  const nav = useScrollToCurrentEntry();
  const signOutIcon = <LogOut aria-hidden className="size-4" />;
  return (
    <>
      <div className={cx('flex h-14 shrink-0 items-center gap-3 px-4', collapsed && 'justify-center px-0')}>
        <Logo />
        {!collapsed && (
          <p className="min-w-0 truncate text-base font-semibold">
            {brand} <span className="font-normal text-muted">Admin</span>
          </p>
        )}
        {!collapsed && toggle && <div className="-mr-1.5 ml-auto">{toggle}</div>}
      </div>
      {collapsed && <div className="mx-auto">{toggle}</div>}
      <div className={cx('px-3 py-2', collapsed && 'mx-auto px-0')}>
        {collapsed ? (
          <IconButton label="Search everywhere" onClick={search}>
            <Search aria-hidden className="size-5" />
          </IconButton>
        ) : (
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={search}
            className="flex min-h-control w-full items-center gap-2 rounded-control border border-edge bg-surface px-3 text-muted transition-colors duration-150 hover:border-text hover:text-text"
          >
            <Search aria-hidden className="size-4 shrink-0" />
            <span>
              Search<span className="sr-only"> everywhere</span>
            </span>
            <kbd aria-hidden className="ml-auto font-sans text-xs pointer-coarse:hidden">
              {getCommandKey()} K
            </kbd>
          </button>
        )}
      </div>
      {/* On wide screens only this part scrolls; the search and the sign-out button stay visible. */}
      <nav ref={nav} aria-label="Main" className="grow px-2 pb-2 md:min-h-40 md:overflow-y-auto">
        {groups.map((group) => (
          <ul
            key={group[0]?.to}
            className="grid gap-0.5 border-t border-line py-1 first:border-t-0 first:pt-0 last:pb-0"
          >
            {group
              .filter(({ needs }) => needs === undefined || isAllowed(needs))
              .map((entry) => (
                <li key={entry.to}>
                  <SidebarLink entry={entry} collapsed={collapsed} onNavigate={onNavigate} />
                </li>
              ))}
          </ul>
        ))}
      </nav>
      <div className={cx('grid gap-2 border-t border-line px-3 py-2', collapsed && 'justify-items-center px-0')}>
        <ThemeSwitch showLabels={false} {...(collapsed && { className: 'flex-col' })} />
        {collapsed ? (
          <IconButton label="Sign out" busy={signingOut} onClick={onSignOut}>
            {signOutIcon}
          </IconButton>
        ) : (
          <div className="flex items-center justify-between gap-2">
            <p className="min-w-0 truncate text-sm">
              <span className="block text-xs text-muted">Signed in as</span>
              {username}
            </p>
            <Button small busy={signingOut} icon={signOutIcon} onClick={onSignOut}>
              Sign out
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function SidebarLink({
  entry: { to, label, description, Icon },
  collapsed,
  onNavigate,
}: {
  entry: Entry;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}) {
  const pathname = useLocation({ select: (location) => location.pathname });
  // The pages of Admin Settings share one entry.
  const isWithin = to === adminPaths.admins && pathname !== to && isSettingsPage(pathname);
  const current = 'bg-accent-soft text-accent';
  return (
    <Link
      to={to}
      // A record's page belongs to its list. The dashboard's path is a prefix of all other paths, so the dashboard's
      // entry needs an exact match.
      activeOptions={{ exact: to === adminPaths.dashboard, includeSearch: false }}
      {...(isWithin && { 'aria-current': 'true' })}
      onClick={onNavigate}
      title={[collapsed && label, goHint(to)].filter(Boolean).join(' · ') || undefined}
      aria-keyshortcuts={goHint(to)?.toLowerCase()}
      className={cx(
        'flex min-h-11 items-center gap-3 rounded-control px-3 -outline-offset-2! transition-colors duration-150',
        collapsed && 'justify-center px-0',
      )}
      activeProps={{ className: current }}
      inactiveProps={{ className: isWithin ? current : 'text-text hover:bg-sunken' }}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={collapsed ? 'sr-only' : 'min-w-0'}>
        <span className="block leading-5 font-semibold">{label}</span>
        {description && <span className="block text-xs leading-4 text-muted">{description}</span>}
      </span>
    </Link>
  );
}

/** Scrolls the current page's entry into view. */
function useScrollToCurrentEntry() {
  const nav = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page makes another entry the current one
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return nav;
}
