import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { FeedPreview, FeedSettings, FeedView } from '@inaam/contracts/networks/feed';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Download, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { Banner } from '../../../page/banner.tsx';
import { Loadable } from '../../../page/loadable.tsx';
import { FeedDifferences } from './feed-differences.tsx';
import { FeedForm } from './feed-form.tsx';

/**
 * The network's offer feed. An admin fetches the feed, sees the differences from the stored offers, and applies the
 * selected differences.
 */
export function FeedTab({ network: { network_id, preset } }: { network: NetworkView }) {
  const query = trpc.admin.networks.feed.get.useQuery({ network_id });
  /** The form's initial values while the form is open. */
  const [editedSettings, setEditedSettings] = useState<FeedSettings>();
  return (
    <Loadable query={query} what="the feed’s settings" shape={['h-control', 'h-56']}>
      {(feed) => {
        // If the network's preset includes a feed, the form starts with the feed's settings.
        const initialSettings =
          editedSettings ?? (feed.settings ? undefined : feed.presets.find(({ id }) => id === preset)?.settings);
        if (initialSettings) {
          return (
            <FeedForm
              networkId={network_id}
              feed={feed}
              initialSettings={initialSettings}
              onDone={() => setEditedSettings(undefined)}
              {...(editedSettings && { onCancel: () => setEditedSettings(undefined) })}
            />
          );
        }
        const { settings } = feed;
        if (settings) {
          return (
            <Feed
              networkId={network_id}
              url={settings.url}
              feed={feed}
              isSecretLost={feed.is_secret_lost}
              onEdit={() => setEditedSettings(settings)}
            />
          );
        }
        return (
          <EmptyState
            kind="first-use"
            title="No feed yet"
            action={feed.presets.map(({ id, label, settings: presetSettings }) => (
              <Allowed key={id} to="admin.networks.feed.save">
                <Button onClick={() => setEditedSettings(presetSettings)}>{label}</Button>
              </Allowed>
            ))}
          >
            A feed is the network’s list of offers as JSON. Offers are imported from it and kept up to date. Start from
            the closest preset; its address and fields can be changed.
          </EmptyState>
        );
      }}
    </Loadable>
  );
}

function Feed({
  networkId: network_id,
  url,
  feed: { due_at, checked_at, error },
  isSecretLost,
  onEdit,
}: {
  networkId: number;
  url: string;
  feed: Pick<FeedView, 'due_at' | 'checked_at' | 'error'>;
  isSecretLost: boolean;
  onEdit: () => void;
}) {
  const utils = trpc.useUtils();
  const [doneMessage, setDoneMessage] = useState<string>();
  const preview = trpc.admin.networks.feed.preview.useMutation();
  const apply = trpc.admin.networks.feed.take.useMutation({
    onSuccess: ({ created, updated, deactivated, waiting }) => {
      setDoneMessage(
        `${formatPlural(created, 'offer')} created, ${formatPlural(updated, 'offer')} changed, ` +
          `${formatPlural(deactivated, 'offer')} deactivated.` +
          (created > 0 ? ' New offers are inactive until you activate them.' : '') +
          (waiting > 0
            ? ` ${formatPlural(waiting, 'lower payout waits', 'lower payouts wait')} for approval by another owner.`
            : ''),
      );
      preview.reset();
      return utils.admin.invalidate();
    },
  });
  const fetchList = () => {
    setDoneMessage(undefined);
    apply.reset();
    preview.mutate({ network_id });
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {error && (
        <Banner tone="error" title="The last automatic check needs attention">
          {error}
        </Banner>
      )}
      {due_at && (
        <p className="text-sm text-muted">
          {checked_at
            ? `Last checked automatically on ${formatDateTime(checked_at)} IST. `
            : 'Not checked automatically yet. '}
          Next on {formatDateTime(due_at)} IST.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 grow basis-64 font-mono text-sm break-all text-muted">{url}</p>
        <Allowed to="admin.networks.feed.save">
          <Button icon={<Settings2 aria-hidden className="size-4" />} onClick={onEdit}>
            Feed settings
          </Button>
        </Allowed>
        <Allowed to="admin.networks.feed.preview">
          <Button
            variant="primary"
            icon={<Download aria-hidden className="size-4" />}
            busy={preview.isPending}
            busyLabel="Fetching..."
            onClick={fetchList}
          >
            {preview.data ? 'Fetch again' : 'Fetch the list'}
          </Button>
        </Allowed>
      </div>
      {isSecretLost && (
        <Banner tone="error" title="The feed’s secret cannot be decrypted">
          The server no longer has its encryption key. Enter the secret again in the feed settings.
        </Banner>
      )}
      {doneMessage && (
        <Banner tone="success" title="The feed was applied" onDismiss={() => setDoneMessage(undefined)}>
          {doneMessage}
        </Banner>
      )}
      {preview.error && (
        <Banner tone="error" title="The list could not be fetched" onDismiss={preview.reset}>
          {getErrorText(preview.error, 'Please try again.')}
        </Banner>
      )}
      {apply.error && (
        <Banner tone="error" title="Nothing was applied" onDismiss={apply.reset}>
          {getErrorText(apply.error, 'Please try again.')}
        </Banner>
      )}
      {/* Rendered even while empty: screen readers announce only changes of an existing element. */}
      <p role="status" className="text-sm text-muted tabular-nums empty:hidden">
        {preview.data && formatSummary(preview.data)}
        {!preview.data &&
          !preview.isPending &&
          !doneMessage &&
          'Fetch to see how the network’s list differs from your offers. Nothing changes until you apply the differences.'}
      </p>
      {preview.data && (
        <PreviewResult
          key={preview.data.hash}
          preview={preview.data}
          busy={apply.isPending}
          onApply={(chosen) => apply.mutate({ network_id, hash: preview.data.hash, ...chosen })}
        />
      )}
    </div>
  );
}

const formatSummary = ({ listed, unchanged, errors }: FeedPreview): string =>
  `${formatPlural(listed, 'item')} listed, ${formatCount(unchanged)} unchanged${
    errors.length > 0 ? `, ${formatCount(errors.length)} that cannot be read` : ''
  }.`;

function PreviewResult({
  preview,
  busy,
  onApply,
}: {
  preview: FeedPreview;
  busy: boolean;
  onApply: Parameters<typeof FeedDifferences>[0]['onApply'];
}) {
  const { errors } = preview;
  const isUnchanged = preview.new.length + preview.changed.length + preview.gone.length === 0;
  return (
    <>
      {errors.length > 0 && (
        <details className="rounded-card border border-warn/40 bg-warn-soft p-3 text-sm">
          <summary className="font-semibold">{formatPlural(errors.length, 'item')} cannot be read</summary>
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
      {isUnchanged ? (
        <EmptyState kind="first-use" title="No differences">
          Your offers match the network’s list.
        </EmptyState>
      ) : (
        <FeedDifferences preview={preview} busy={busy} onApply={onApply} />
      )}
    </>
  );
}
