import { Card } from '@inaam/ui/card';
import type { ReactNode } from 'react';

/** One concern of the account, with its heading and what it stands at. */
export function AccountSection({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-base">{title}</h2>
        {about && <div className="text-sm wrap-anywhere text-muted">{about}</div>}
      </div>
      {children}
    </Card>
  );
}

/** What became of a press: said to screen readers when it appears. */
export const Said = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-sm font-semibold text-good empty:hidden">
    {children}
  </p>
);

export const Refused = ({ children }: { children: ReactNode }) =>
  children ? (
    <p role="alert" className="text-sm font-semibold text-bad">
      {children}
    </p>
  ) : null;
