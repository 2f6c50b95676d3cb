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
/** A modal takes the pointer from everything around it; Undo stays within reach. */
const reachable = { style: { pointerEvents: 'auto' } } as const;

/** Where toasts appear; once in an app. They are announced politely; errors belong into banners beside what failed. */
export const Toaster = ({ position = 'bottom-right' }: { position?: 'top-center' | 'bottom-right' }) => (
  <Sonner
    position={position}
    closeButton
    style={tokens}
    toastOptions={reachable}
    {...(position === 'bottom-right' && {
      offset: { bottom: CLEAR_OF_FOOTERS },
      mobileOffset: { bottom: CLEAR_OF_FOOTERS },
    })}
  />
);
