import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';

/** What webhooks are signed with: shown this once. */
export const IssuedSecret = ({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    closable={false}
    title={`The secret of ${name}`}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="grid gap-4">
      <Banner tone="info" title="Copy it now: it is shown this once">
        The service checks with it that an event is ours. Put it where the service keeps its secrets.
      </Banner>
      <div className="grid gap-3 rounded-card border border-line bg-sunken p-4">
        <output aria-label="Secret" className="code block break-all select-all">
          {secret}
        </output>
        <CopyButton value={secret} label="Copy secret" className="justify-self-start" />
      </div>
      <p className="text-sm text-muted">
        Every library of{' '}
        <a href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer" className="link">
          Standard Webhooks
        </a>{' '}
        verifies it: headers <code className="font-mono">webhook-id</code>,{' '}
        <code className="font-mono">webhook-timestamp</code> and <code className="font-mono">webhook-signature</code>.
        The id is the same when an event comes again.
      </p>
    </div>
  </Dialog>
);
