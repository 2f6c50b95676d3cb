import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import type { ReactNode } from 'react';
import { Banner } from './banner.tsx';

const box = 'code rounded-card border border-line bg-sunken p-4';

/**
 * A dialog that shows one or several secrets once. Only the button in its footer closes it, so that an accidental key
 * press does not lose the secrets.
 */
export const OneTimeSecret = ({
  title,
  label,
  copyLabel,
  value,
  advice,
  done = 'Done',
  actions,
  onClose,
  children,
}: {
  title: string;
  /** `Service key` */
  label: string;
  /** `Copy key` */
  copyLabel: string;
  /** A secret, or a list of secrets that are used one at a time. */
  value: string | readonly string[];
  /** What the secret allows, and where to store it. */
  advice: ReactNode;
  /** The label of the closing button. */
  done?: string;
  /** Further buttons next to the copy button. */
  actions?: ReactNode;
  onClose: () => void;
  /** Instructions on how to use the secret. */
  children?: ReactNode;
}) => (
  <Dialog
    open
    onOpenChange={onClose}
    closable={false}
    title={title}
    footer={
      <Button variant="primary" onClick={onClose}>
        {done}
      </Button>
    }
  >
    <div className="grid gap-4">
      <Banner
        tone="info"
        title={typeof value === 'string' ? 'Copy it now: it is shown only once' : 'They are shown only once'}
      >
        {advice}
      </Banner>
      {typeof value === 'string' ? (
        <output aria-label={label} className={`${box} block break-all select-all`}>
          {value}
        </output>
      ) : (
        <ul aria-label={label} className={`${box} grid gap-x-6 gap-y-1 sm:grid-cols-2`}>
          {value.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <CopyButton value={typeof value === 'string' ? value : value.join('\n')} label={copyLabel} />
        {actions}
      </div>
      {children && <p className="text-sm text-muted">{children}</p>}
    </div>
  </Dialog>
);
