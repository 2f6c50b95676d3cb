import { formatPlural } from '@inaam/contracts/common/format';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { useEffect, useEffectEvent, useState } from 'react';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { Banner } from '../../../page/banner.tsx';
import { SegmentedControl } from '../../../page/segmented-control.tsx';
import { Differences } from '../../postbacks/parts/differences.tsx';
import type { Changes } from './setting-draft.ts';

const ranges = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'all', label: 'All' },
] as const;
type Range = (typeof ranges)[number]['value'];
const MAX_POSTBACKS = 5000;

/** Processes the newest stored postbacks under unsaved settings, and shows the outcomes that would change. */
export function DryRun({
  network,
  changes,
  saving,
  onSave,
  onClose,
}: {
  network: NetworkView;
  changes: Changes;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
}) {
  const [range, setRange] = useState<Range>('month');
  const { mutate, data, error, isPending } = trpc.admin.postbacks.dryRun.useMutation();
  const run = (dateRange: Range) =>
    mutate({ network_id: network.network_id, changes, dateRange, limit: MAX_POSTBACKS });
  // The settings cannot change while the dialog is open, so only another range starts a new run.
  const runNow = useEffectEvent(run);
  useEffect(() => runNow(range), [range]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closable={!saving}
      place="side"
      wide
      title="Dry run"
      description="The outcomes of stored postbacks under the changed settings. Nothing is saved."
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            Back to the settings
          </Button>
          <Button variant="primary" busy={saving} busyLabel="Saving..." disabled={!data || isPending} onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <SegmentedControl
          label="Postbacks from"
          options={ranges}
          value={range}
          onChange={setRange}
          className="justify-self-start"
        />
        {isPending || (!data && !error) ? (
          <Loading label="Processing stored postbacks" className="grid gap-2">
            <Skeleton className="h-10" />
            <Skeleton className="h-40" />
          </Loading>
        ) : error ? (
          <Banner
            tone="error"
            title="The dry run failed"
            action={
              <Button small onClick={() => run(range)}>
                Retry
              </Button>
            }
          >
            {getErrorText(error, 'Please try again.')}
          </Banner>
        ) : (
          data && (
            <>
              <p role="status">
                <span className="font-semibold">
                  {data.differences.length === 0
                    ? 'No outcome would change'
                    : `${formatPlural(data.differences.length, 'outcome')} would change`}
                </span>{' '}
                in {data.checked_count >= MAX_POSTBACKS && 'the newest '}
                {formatPlural(data.checked_count, 'postback')}.
              </p>
              {data.differences.length > 0 && <Differences differences={data.differences} />}
            </>
          )
        )}
      </div>
    </Dialog>
  );
}
