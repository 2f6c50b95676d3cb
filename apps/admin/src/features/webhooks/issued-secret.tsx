import { OneTimeSecret } from '../../page/one-time-secret.tsx';

/** The new signing secret, shown once. */
export const IssuedSecret = ({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) => (
  <OneTimeSecret
    title={`The secret of ${name}`}
    label="Secret"
    copyLabel="Copy secret"
    value={secret}
    advice="The receiving service uses this secret to check that an event comes from us. Put it into that service’s secret store."
    onClose={onClose}
  >
    Any{' '}
    <a href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer" className="link">
      Standard Webhooks
    </a>{' '}
    library can verify our events with this secret. Each event has the headers{' '}
    <code className="font-mono">webhook-id</code>, <code className="font-mono">webhook-timestamp</code> and{' '}
    <code className="font-mono">webhook-signature</code>. The id stays the same when an event is sent again.
  </OneTimeSecret>
);
