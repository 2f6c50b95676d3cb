import { ArrowUp } from 'lucide-react';

/** A button that shows new data. Until the admin presses it, the page does not move. No button without a label. */
export const NewRowsPill = ({ label, onShow }: { label: string | undefined; onShow: () => void }) => (
  // Always rendered: screen readers announce changes only.
  <div role="status" className="pointer-events-none fixed inset-x-0 top-16 z-30 flex justify-center md:top-3">
    {label && (
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto flex h-fit min-h-small animate-appear items-center gap-2 rounded-full bg-accent px-4 font-semibold whitespace-nowrap text-accent-text tabular-nums shadow-lg hover:bg-accent-strong"
      >
        <ArrowUp aria-hidden className="size-4" />
        {label}
        <span className="sr-only">, show</span>
      </button>
    )}
  </div>
);
