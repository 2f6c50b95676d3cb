import { Card } from '@inaam/ui/card';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface AccountSectionProps {
  icon: LucideIcon;
  title: string;
  /** The current value of the setting. */
  about?: ReactNode;
  /** The button that changes the value. */
  action?: ReactNode;
  children?: ReactNode;
}

export function AccountSection({ icon: Icon, title, about, action, children }: AccountSectionProps) {
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-[min(14rem,100%)] grow basis-0 gap-3 max-xs:flex-col max-xs:gap-2">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="grid min-w-0 content-center gap-0.5">
            <h2 className="text-base">{title}</h2>
            {about && <div className="text-sm wrap-anywhere text-muted">{about}</div>}
          </div>
        </div>
        {action && <div className="max-xs:ml-0 max-sm:ml-13">{action}</div>}
      </div>
      {children}
    </Card>
  );
}

/** The result of an action, announced to screen readers. */
export const StatusMessage = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-sm font-semibold text-good empty:hidden">
    {children}
  </p>
);

export const ErrorMessage = ({ children }: { children: ReactNode }) =>
  children ? (
    <p role="alert" className="text-sm font-semibold text-bad">
      {children}
    </p>
  ) : null;
