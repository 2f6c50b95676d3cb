import { Button } from '@inaam/ui/button';
import { Printer } from 'lucide-react';

/** Prints a record, on paper or as a PDF. The print styles are in main.css. */
export const PrintButton = () => (
  <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
    Print
  </Button>
);
