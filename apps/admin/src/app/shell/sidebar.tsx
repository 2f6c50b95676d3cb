import { Button, IconButton } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { ThemeSwitch } from '@inaam/ui/theme-switch';
import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { Mark, useBrandName } from './brand.tsx';
import { entries } from './navigation.ts';

export interface SidebarProps {
  /** Icons alone. */
  collapsed?: boolean;
  username: string;
  onSignOut: () => void;
  signingOut: boolean;
  /** After a link was followed: closes the sheet. */
  onFollow?: () => void;
}

/** Brand, entries, and at the foot who is signed in, the theme, and the way out. */
export function Sidebar({ collapsed = false, username, onSignOut, signingOut, onFollow }: SidebarProps) {
  const brand = useBrandName();
  const signOutIcon = <LogOut aria-hidden className="size-4" />;
  return (
    <>
      <div className={cx('flex h-14 shrink-0 items-center gap-3 px-4', collapsed && 'justify-center px-0')}>
        <Mark />
        {!collapsed && (
          <p className="min-w-0 truncate text-base font-semibold">
            {brand} <span className="font-normal text-muted">Admin</span>
          </p>
        )}
      </div>
      <nav aria-label="Main" className="grow px-2 py-2">
        <ul className="grid gap-1">
          {entries.map(({ to, label, description, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                onClick={onFollow}
                title={collapsed ? label : undefined}
                className={cx(
                  'flex min-h-12 items-center gap-3 rounded-control px-3 py-1.5 -outline-offset-2! transition-colors duration-150',
                  collapsed && 'justify-center px-0',
                )}
                activeProps={{ className: 'bg-accent-soft text-accent' }}
                inactiveProps={{ className: 'text-text hover:bg-sunken' }}
              >
                <Icon aria-hidden className="size-5 shrink-0" />
                <span className={collapsed ? 'sr-only' : 'min-w-0'}>
                  <span className="block font-semibold">{label}</span>
                  {description && <span className="block text-xs text-muted">{description}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={cx('grid gap-3 border-t border-line p-3', collapsed && 'justify-items-center px-0')}>
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
