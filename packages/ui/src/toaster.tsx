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

/** Above what dialogs and panels have at their lower edges. */
const CLEAR_OF_FOOTERS = '5.5rem';
/** A modal takes the pointer from everything around it; Undo stays within reach, and large enough for a finger. */
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

/** Where toasts appear; once in an app. They are announced politely; errors belong into banners beside what failed. */
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
