import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';

export { toast } from 'sonner';

const tokens = {
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--line)',
  '--success-bg': 'var(--raised)',
  '--success-text': 'var(--good)',
  '--success-border': 'var(--line)',
  '--error-bg': 'var(--raised)',
  '--error-text': 'var(--bad)',
  '--error-border': 'var(--line)',
  '--border-radius': '0.5rem',
  fontFamily: 'inherit',
} as CSSProperties;

/** Keeps toasts above the footers of dialogs and panels. */
const CLEAR_OF_FOOTERS = '5.5rem';
/**
 * A modal blocks pointer events outside of it, and toasts are outside. With these options the Undo button of a toast
 * works above a modal, too, and is large enough for touch.
 */
const options = {
  style: { pointerEvents: 'auto' },
  classNames: {
    toast: 'border! text-sm! shadow-raised!',
    title: 'font-semibold!',
    description: 'text-muted!',
    actionButton:
      'min-h-small! rounded-control! border! border-edge! bg-surface! px-3! text-sm! font-semibold! text-text! hover:bg-sunken!',
    closeButton: 'border-line! bg-raised! text-muted! hover:text-text! after:absolute after:-inset-3',
  },
} as const;

/** Renders toasts, once per app. They are announced politely; errors belong in banners next to the failed part. */
export const Toaster = ({ position = 'bottom-right' }: { position?: 'top-center' | 'bottom-right' }) => (
  <Sonner
    position={position}
    closeButton
    style={tokens}
    toastOptions={options}
    {...(position === 'bottom-right' && {
      offset: { bottom: CLEAR_OF_FOOTERS },
      mobileOffset: { bottom: CLEAR_OF_FOOTERS },
    })}
  />
);
