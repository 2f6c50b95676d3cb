import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Eye } from 'lucide-react';
import { errorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';

const Copied = ({
  label,
  value,
  what,
  code = true,
}: {
  label: string;
  value: string;
  what: string;
  code?: boolean;
}) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <output
      aria-label={label}
      className={`${code ? 'font-mono' : ''} min-w-0 grow basis-64 text-sm break-all select-all`}
    >
      {value}
    </output>
    <CopyButton value={value} label="Copy" what={what} />
  </div>
);

/**
 * The address to paste at the network. What of it is secret stays masked until it is asked for, which the audit log records.
 * @param masked the address as the list of settings has it
 */
export function PostbackAddress({ networkId, masked }: { networkId: number; masked: string }) {
  const reveal = trpc.admin.networks.postbackUrl.useMutation();
  const { data } = reveal;
  return (
    <section
      aria-label="Postback address"
      className="grid min-w-0 gap-3 rounded-card border border-line bg-surface p-card"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h2 className="text-base">Postback URL</h2>
          <p className="text-sm text-muted">
            Paste it in the network’s dashboard, where it asks for a postback or callback.
          </p>
        </div>
        {!data && (
          <Button
            small
            busy={reveal.isPending}
            busyLabel="Getting it..."
            icon={<Eye aria-hidden className="size-4" />}
            onClick={() => reveal.mutate({ network_id: networkId })}
          >
            Show to copy
          </Button>
        )}
      </div>
      {reveal.error && (
        <Banner tone="error" title="The address could not be shown" onDismiss={reveal.reset}>
          {errorText(reveal.error, 'Please try again.')}
        </Banner>
      )}
      {data ? (
        <>
          <Copied label="Postback URL" value={data.postback_url} what="postback URL" />
          {data.secret !== null && (
            <>
              <p className="text-sm text-muted">The secret that the network has to send along:</p>
              <Copied label="Secret" value={data.secret} what="secret" />
            </>
          )}
        </>
      ) : (
        <p className="font-mono text-sm break-all text-muted">{masked}</p>
      )}
    </section>
  );
}
