import type { NetworkView } from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { Eye } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';

/** Label, text and action, in one line if there is room. */
const Row = ({ head, action, children }: { head: ReactNode; action: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap">
    <div className="grow sm:w-28 sm:shrink-0 sm:grow-0">{head}</div>
    <div className="order-1 w-full min-w-0 grow text-sm sm:order-none sm:w-auto">{children}</div>
    <div className="shrink-0">{action}</div>
  </div>
);

const textClass = 'font-mono break-all';

/**
 * The postback URL to copy to the network. If the network does not sign its postbacks, the URL can contain a secret.
 * This secret is masked until the admin reveals it, and the audit log records the reveal.
 */
export function PostbackAddress({
  network: { network_id, signing, postback_url: masked },
  guide = false,
}: {
  network: Pick<NetworkView, 'network_id' | 'signing' | 'postback_url'>;
  /** Shows instructions. */
  guide?: boolean;
}) {
  const reveal = trpc.admin.networks.postbackUrl.useMutation();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button no longer exists, so the focus moves to the copy button.
    if (reveal.isSuccess) box.current?.querySelector('button')?.focus();
  }, [reveal.isSuccess]);
  const hidden = isUnsigned(signing) && !reveal.data;
  const address = reveal.data?.postback_url ?? masked;
  const secret = reveal.data?.secret ?? null;
  return (
    <section
      ref={box}
      aria-label="Postback URL"
      className="grid min-w-0 gap-3 rounded-card border border-line bg-surface px-card py-3"
    >
      {guide && (
        <p className="text-sm text-muted">
          Paste this URL into the network’s dashboard as the postback or callback URL. The network fills in everything
          in braces or brackets.
        </p>
      )}
      <Row
        head={<h2 className="text-sm">Postback URL</h2>}
        action={
          hidden ? (
            <Allowed to="admin.networks.postbackUrl">
              <Button
                small
                busy={reveal.isPending}
                busyLabel="Loading..."
                icon={<Eye aria-hidden className="size-4" />}
                onClick={() => reveal.mutate({ network_id })}
              >
                Show to copy
              </Button>
            </Allowed>
          ) : (
            <CopyButton value={address} what="postback URL" />
          )
        }
      >
        {hidden ? (
          <p className={cx(textClass, 'text-muted')}>{address}</p>
        ) : (
          <output aria-label="Postback URL" className={cx(textClass, 'block select-all')}>
            {address}
          </output>
        )}
      </Row>
      {secret !== null && (
        <Row head={<h3 className="text-sm">Its secret</h3>} action={<CopyButton value={secret} what="secret" />}>
          <output aria-label="Secret" className={cx(textClass, 'block select-all')}>
            {secret}
          </output>
        </Row>
      )}
      {secret !== null && guide && (
        <p className="text-sm text-muted">Give this to the network as well: every postback must include it.</p>
      )}
      {reveal.error && (
        <Banner tone="error" title="The postback URL could not be shown" onDismiss={reveal.reset}>
          {getErrorText(reveal.error, 'Please try again.')}
        </Banner>
      )}
    </section>
  );
}
