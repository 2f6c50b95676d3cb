import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CrashBoundary } from './crash-boundary.tsx';
import { cx } from './cx.ts';
import { useCenteredChild } from './use-centered-child.ts';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
  /** Shown next to the label. */
  count?: number | string;
}

/** Controlled tabs; callers usually keep the chosen tab in the URL. Children are {@link TabPanel}s. */
export function Tabs<Id extends string>({
  tabs,
  value,
  onChange,
  label,
  children,
  className,
}: {
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** The accessible name of the tab row. */
  label: string;
  children: ReactNode;
  className?: string;
}) {
  const list = useCenteredChild<HTMLDivElement>('[data-state=active]', value);
  return (
    <Radix.Root value={value} onValueChange={(id) => onChange(id as Id)} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="fade-edges relative flex overflow-x-auto sm:gap-1 overflow-y-hidden border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            // Radix would focus the tab by script, and the browser would outline it. So Radix does not get the event:
            // then the browser itself focuses the tab, without an outline.
            onMouseDownCapture={(event) => event.button === 0 && !event.ctrlKey && event.stopPropagation()}
            // Radix selects a tab when it gets the focus, but Safari does not focus a button that is pressed.
            onClick={() => tab.id !== value && onChange(tab.id)}
            className={cx(
              'min-h-control shrink-0 border-b-2 border-transparent px-2 text-control sm:px-4 whitespace-nowrap text-muted -outline-offset-2! transition-colors duration-150 hover:text-text',
              'data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text',
            )}
          >
            <span className="steady-width" data-label={typeof tab.label === 'string' ? tab.label : undefined}>
              {tab.label}
            </span>
            {tab.count !== undefined && <span className="ml-2 text-xs text-muted tabular-nums">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export const TabPanel = ({ id, children, className }: { id: string; children: ReactNode; className?: string }) => (
  <Radix.Content value={id} className={cx('pt-4', className)}>
    <CrashBoundary>{children}</CrashBoundary>
  </Radix.Content>
);
