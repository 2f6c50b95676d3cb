import { IconButton } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Sheet } from '@inaam/ui/sheet';
import { useLocation } from '@tanstack/react-router';
import { Menu, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCommandPalette } from '../../command-palette/use-command-palette.tsx';
import { clearDrafts } from '../../forms/drafts.ts';
import { useAdminAuth } from '../auth.tsx';
import { usePreferences } from '../preferences.ts';
import { trpc } from '../trpc.ts';
import { Logo, useBrandName } from './brand.tsx';
import { PrintedHeader } from './printed-header.tsx';
import { SettingsNav } from './settings-nav.tsx';
import { Sidebar } from './sidebar.tsx';

/** The layout of every signed-in page: a sidebar, or below 768 px a top bar whose menu button opens the sidebar. */
export function Shell({ children }: { children: ReactNode }) {
  const { state, onSignedOut } = useAdminAuth();
  const brand = useBrandName();
  const [collapsed, toggle] = useCollapsed();
  const [sheet, setSheet] = useState(false);
  // Clears the local session even if the request fails, so that 'Sign out' always works.
  const logout = trpc.admin.identity.logout.useMutation({
    onSettled: () => {
      clearDrafts();
      onSignedOut();
    },
  });
  const main = useFocusOnNavigation();
  const palette = useCommandPalette();
  const { density } = usePreferences().preferences;
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  const sidebar = {
    onSearch: palette.open,
    username: state.status === 'signedIn' ? state.admin.username : '',
    onSignOut: () => logout.mutate(),
    signingOut: logout.isPending,
  };
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;

  return (
    <div className="md:flex">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-raised focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-2 md:hidden print:hidden">
        <IconButton label="Open navigation" onClick={() => setSheet(true)}>
          <Menu aria-hidden className="size-5" />
        </IconButton>
        <Logo />
        <p className="min-w-0 truncate text-base font-semibold">
          {brand} <span className="font-normal text-muted">Admin</span>
        </p>
        <IconButton label="Search everywhere" className="ml-auto" onClick={palette.open}>
          <Search aria-hidden className="size-5" />
        </IconButton>
      </header>
      <Sheet open={sheet} onOpenChange={setSheet} title="Navigation">
        <Sidebar {...sidebar} onNavigate={() => setSheet(false)} />
      </Sheet>
      <aside
        aria-label="Sidebar"
        className={cx(
          'sticky top-0 hidden h-dvh shrink-0 flex-col overflow-y-auto border-r border-line bg-surface md:flex',
          collapsed ? 'w-16' : 'w-60',
        )}
      >
        <Sidebar
          {...sidebar}
          collapsed={collapsed}
          toggle={
            <IconButton
              small
              label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
              aria-expanded={!collapsed}
              onClick={toggle}
            >
              <Toggle aria-hidden className="size-4" />
            </IconButton>
          }
        />
      </aside>
      <main ref={main} id="main" tabIndex={-1} className="min-w-0 grow p-4 outline-none lg:px-6">
        <div className="mx-auto max-w-[100rem]">
          <PrintedHeader brand={brand} by={sidebar.username} />
          <SettingsNav />
          {children}
        </div>
      </main>
      {palette.node}
    </div>
  );
}

/** Moves the focus to the content of a new page, for keyboards and screen readers. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const STORAGE_KEY = 'adminSidebar';
/** On narrower screens the sidebar starts collapsed, to leave room for tables. */
const WIDE_SCREEN = '(min-width: 1100px)';

function isInitiallyCollapsed(): boolean {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored) return stored === 'collapsed';
  } catch {
    // Storage is unavailable: the width decides each time.
  }
  return !matchMedia(WIDE_SCREEN).matches;
}

/** Whether the sidebar is collapsed; stored on this device. */
function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(isInitiallyCollapsed);
  const toggle = () => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(STORAGE_KEY, collapsed ? 'expanded' : 'collapsed');
    } catch {
      // Storage is unavailable: the choice lasts until the page reloads.
    }
  };
  return [collapsed, toggle];
}
