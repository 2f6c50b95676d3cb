import type { FeedPreview } from '@inaam/contracts/feed';
import type { NetworkView } from '@inaam/contracts/networks';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Download, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { errorText, loadProblem } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { FeedDifferences } from './feed-differences.tsx';
import { FeedForm } from './feed-form.tsx';

const plural = (count: number, one: string): string =>
  `${count.toLocaleString('en-IN')} ${one}${count === 1 ? '' : 's'}`;

/** The network's list of offers: fetched on request, looked at as a difference, applied as far as it is chosen. */
export function FeedTab({ network: { network_id } }: { network: NetworkView }) {
  const query = trpc.admin.networks.feed.get.useQuery({ network_id });
  const utils = trpc.useUtils();
  const [editing, setEditing] = useState(false);
  const [done, setDone] = useState<string>();
  const preview = trpc.admin.networks.feed.preview.useMutation();
  const apply = trpc.admin.networks.feed.take.useMutation({
    onSuccess: ({ created, updated, deactivated }) => {
      setDone(
        `${plural(created, 'offer')} created, ${plural(updated, 'offer')} changed, ${plural(deactivated, 'offer')} deactivated.${
          created > 0 ? ' New offers are inactive until you activate them.' : ''
        }`,
      );
      preview.reset();
      return utils.admin.invalidate();
    },
  });
  const fetchList = () => {
    setDone(undefined);
    apply.reset();
    preview.mutate({ network_id });
  };

  if (!query.data) {
    return query.error ? (
      <EmptyState
        kind="failed"
        title="The feed's settings could not be loaded"
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        }
      >
        {loadProblem(query.error)}
      </EmptyState>
    ) : (
      <Loading label="Loading the feed's settings" className="grid gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-48" />
      </Loading>
    );
  }
  const { settings } = query.data;
  if (editing || !settings) {
    return (
      <FeedForm
        networkId={network_id}
        feed={query.data}
        onDone={() => setEditing(false)}
        {...(settings && { onCancel: () => setEditing(false) })}
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow basis-64 text-sm wrap-anywhere text-muted">{settings.url}</p>
        <Button icon={<Settings2 aria-hidden className="size-4" />} onClick={() => setEditing(true)}>
          Feed settings
        </Button>
        <Button
          variant="primary"
          icon={<Download aria-hidden className="size-4" />}
          busy={preview.isPending}
          busyLabel="Fetching..."
          onClick={fetchList}
        >
          {preview.data ? 'Fetch again' : 'Fetch the list'}
        </Button>
      </div>
      {done && (
        <Banner tone="success" title="The feed was applied" onDismiss={() => setDone(undefined)}>
          {done}
        </Banner>
      )}
      {preview.error && (
        <Banner tone="error" title="The list could not be fetched" onDismiss={preview.reset}>
          {errorText(preview.error, 'Please try again.')}
        </Banner>
      )}
      {apply.error && (
        <Banner tone="error" title="Nothing was applied" onDismiss={apply.reset}>
          {errorText(apply.error, 'Please try again.')}
        </Banner>
      )}
      {preview.data ? (
        <Looked
          key={preview.data.hash}
          preview={preview.data}
          busy={apply.isPending}
          onApply={(chosen) => apply.mutate({ network_id, hash: preview.data.hash, ...chosen })}
        />
      ) : (
        !preview.isPending && (
          <p className="text-muted">
            Fetching shows how the network's list differs from your offers. Nothing changes until you choose and apply.
          </p>
        )
      )}
    </div>
  );
}

function Looked({
  preview,
  busy,
  onApply,
}: {
  preview: FeedPreview;
  busy: boolean;
  onApply: Parameters<typeof FeedDifferences>[0]['onApply'];
}) {
  const { listed, unchanged, errors } = preview;
  const same = preview.new.length + preview.changed.length + preview.gone.length === 0;
  return (
    <>
      <p role="status" className="text-sm text-muted tabular-nums">
        {plural(listed, 'item')} listed, {unchanged.toLocaleString('en-IN')} as you have them
        {errors.length > 0 && `, ${errors.length.toLocaleString('en-IN')} that cannot be read`}.
      </p>
      {errors.length > 0 && (
        <details className="rounded-card border border-warn/40 bg-warn-soft p-3 text-sm">
          <summary className="font-semibold">{plural(errors.length, 'item')} cannot be read</summary>
          <ul className="mt-2 grid gap-1">
            {errors.map(({ item, external_id, problem }) => (
              <li key={item} className="wrap-anywhere">
                Item {item}
                {external_id && ` (${external_id})`}: {problem}
              </li>
            ))}
          </ul>
        </details>
      )}
      {same ? (
        <EmptyState kind="first-use" title="Nothing differs">
          Your offers are as the network lists them.
        </EmptyState>
      ) : (
        <FeedDifferences preview={preview} busy={busy} onApply={onApply} />
      )}
    </>
  );
}
