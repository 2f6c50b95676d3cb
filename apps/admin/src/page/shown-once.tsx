import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import type { ReactNode } from 'react';

/** A secret that is shown once: the dialog closes by its button alone, so that no stray press loses it. */
export const ShownOnce = ({
  title,
  label,
  copyLabel,
  value,
  advice,
  onClose,
  children,
}: {
  /** Whose it is. */
  title: string;
  /** `Service key` */
  label: string;
  /** `Copy key` */
  copyLabel: string;
  value: string;
  /** What it can do, and where it belongs. */
  advice: ReactNode;
  onClose: () => void;
  /** How it is used. */
  children: ReactNode;
}) => (
  <Dialog
    open
    onOpenChange={onClose}
    closable={false}
    title={title}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="grid gap-4">
      <Banner tone="info" title="Copy it now: it is shown this once">
        {advice}
      </Banner>
      <div className="grid gap-3 rounded-card border border-line bg-sunken p-4">
        <output aria-label={label} className="code block break-all select-all">
          {value}
        </output>
        <CopyButton value={value} label={copyLabel} className="justify-self-start" />
      </div>
      <p className="text-sm text-muted">{children}</p>
    </div>
  </Dialog>
);
