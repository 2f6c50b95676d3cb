import { Button } from '@inaam/ui/button';
import type { ReactNode } from 'react';

/** A bar within reach of the thumb: above a phone's navigation, or in the corner of a wide screen. */
export const FloatingBar = ({ children }: { children: ReactNode }) => (
  <div className="fixed inset-x-3 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 sm:right-4 sm:bottom-4 sm:left-auto sm:w-96">
    {children}
  </div>
);

/** Announces what changed while the person was away, with one button. The bar floats, so that it moves no content. */
export const ActionBar = ({
  title,
  text,
  label,
  onPress,
}: {
  title: string;
  text: ReactNode;
  /** The label of the button. */
  label: string;
  onPress: () => void;
}) => (
  <FloatingBar>
    <section
      aria-label={title}
      className="flex animate-rise items-center gap-3 rounded-card bg-stage bg-[radial-gradient(120%_160%_at_100%_0%,#4a41b8_0%,#251f6e_45%,#17134a_100%)] py-2 pr-2 pl-4 text-stage-text shadow-raised"
    >
      <p className="min-w-0 grow leading-snug">
        <span className="block font-semibold">{title}</span>
        <span className="block text-xs text-stage-muted">{text}</span>
      </p>
      <Button variant="prize" className="shrink-0" onClick={onPress}>
        {label}
      </Button>
    </section>
  </FloatingBar>
);
