import { formatCount, formatPlural } from '@inaam/contracts/common/format';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import type { Difference } from '@inaam/contracts/postbacks/replay';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { useState } from 'react';
import { trpc } from '../../../app/trpc.ts';
import { activeFilters } from '../../../lists/filters.ts';
import { ConfirmDialog } from '../../../page/confirm-dialog.tsx';
import { Differences } from './differences.tsx';
import { type InboxState, inboxFilters, inboxInput, inboxSearch } from './inbox-search.ts';

interface Progress {
  judged: number;
  changed: Difference[];
  done: boolean;
}

/** Processes the filtered postbacks again in batches, and shows which outcomes changed. */
export function ReplayInbox({
  network,
  state,
  total,
  onClose,
}: {
  network: NetworkView;
  state: InboxState;
  total: number;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const replay = trpc.admin.postbacks.replay.useMutation();
  const [progress, setProgress] = useState<Progress>();
  const [running, setRunning] = useState(false);
  const filters = activeFilters(inboxFilters, state, inboxSearch.defaults).map(({ label }) => label);

  const run = async () => {
    const { page: _, limit: __, ...input } = inboxInput(network.network_id, inboxSearch.toInput(state));
    setRunning(true);
    let step: Progress = { judged: 0, changed: [], done: false };
    try {
      for (let after: number | null = 0; after !== null; ) {
        const report = await replay.mutateAsync({ ...input, after });
        after = report.next;
        step = {
          judged: step.judged + report.judged,
          changed: [...step.changed, ...report.changed],
          done: after === null,
        };
        setProgress(step);
      }
    } catch {
      // The dialog shows the mutation's error. Finished batches are not undone.
    } finally {
      setRunning(false);
      void utils.admin.invalidate();
    }
  };

  if (progress?.done) {
    const { judged, changed } = progress;
    return (
      <Dialog
        open
        onOpenChange={onClose}
        wide
        title={`${formatPlural(judged, 'postback')} replayed`}
        description={changed.length === 0 ? 'Nothing changed.' : `${formatPlural(changed.length, 'outcome')} changed.`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        {changed.length === 0 ? (
          <p className="text-muted">Under the current settings, all of them have the same outcome as before.</p>
        ) : (
          <Differences differences={changed} />
        )}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Replay ${formatPlural(total, 'postback')}?`}
      consequence={`${
        filters.length > 0
          ? `All postbacks that match the filters (${filters.join(', ')}) are`
          : 'All postbacks of the inbox are'
      } processed again with the current settings. Earlier results remain, and nothing is counted twice.`}
      confirm="Replay"
      busy={progress ? `${formatCount(progress.judged)} replayed...` : 'Replaying...'}
      failed="The replay stopped"
      doneBefore={
        progress && progress.judged > 0 ? `${formatPlural(progress.judged, 'postback')} had been replayed.` : undefined
      }
      // Between two batches no mutation is pending, although the replay still runs.
      mutation={{ error: replay.error, isPending: running, reset: replay.reset }}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
