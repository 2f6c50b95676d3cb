import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { Entry } from '../app/shell/navigation.ts';

/** From a record's page to the list that it is in. */
export const BackLink = ({ to, label }: { to: Entry['to']; label: string }) => (
  <Link
    to={to}
    className="-mb-3 inline-flex min-h-6 pointer-coarse:min-h-11 items-center gap-1 justify-self-start text-sm text-muted hover:text-text"
  >
    <ChevronLeft aria-hidden className="size-4" />
    {label}
  </Link>
);
