import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { floatClass } from './dialog.tsx';

export interface MenuItem {
  /** Stable while the menu is open. */
  id: string;
  label: ReactNode;
  onSelect: () => void;
  /** The equivalent shortcut, if any. */
  keys?: string;
  danger?: boolean;
}

/** Actions behind one button: arrows, first letters, Enter and Escape work as in any menu. */
export const Menu = ({ trigger, items }: { /** One button. */ trigger: ReactNode; items: readonly MenuItem[] }) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className={cx(floatClass, 'z-40 min-w-44 animate-appear rounded-card p-1.5 outline-none')}
      >
        {items.map(({ id, label, onSelect, keys, danger = false }) => (
          <Radix.Item
            key={id}
            onSelect={onSelect}
            className={cx(
              'flex min-h-small cursor-default items-center gap-4 rounded-control px-2.5 outline-none select-none data-highlighted:bg-sunken',
              danger && 'text-bad',
            )}
          >
            {label}
            {keys && <kbd className="ml-auto font-sans text-xs text-muted">{keys}</kbd>}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
