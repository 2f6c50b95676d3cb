import { IconButton } from '@inaam/ui/button';
import { useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { usePreferences } from '../app/preferences.ts';
import { listName } from './view-search.ts';

/** Whether the admin has collapsed the figures above the list of this page, and a function that changes this choice. */
export function useFoldedFigures(): { isFolded: boolean; fold: (isFolded: boolean) => void } {
  const pathname = useLocation({ select: (location) => location.pathname });
  // Read only once: while another page loads, the URL already belongs to that page.
  const [list] = useState(() => listName(pathname));
  const { preferences, set } = usePreferences();
  return {
    isFolded: preferences.folded_figures[list] ?? false,
    fold: (value) => set({ name: 'folded_figures', list, value }),
  };
}

/** A button that collapses or shows the figures above a list. */
export function FoldFigures({ isFolded, fold }: ReturnType<typeof useFoldedFigures>) {
  const Icon = isFolded ? ChevronDown : ChevronUp;
  return (
    <IconButton
      small
      label={isFolded ? 'Show figures' : 'Hide figures'}
      aria-expanded={!isFolded}
      className="-ml-3 text-muted! print:hidden"
      onClick={() => fold(!isFolded)}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}
