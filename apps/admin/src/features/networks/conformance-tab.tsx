import type { ConformanceRun } from '@inaam/contracts/conformance';
import type { NetworkView } from '@inaam/contracts/networks';
import { formatDateTime } from '@inaam/contracts/time';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Select } from '@inaam/ui/select';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { StatusDot } from '@inaam/ui/status-dot';
import { FlaskConical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText, loadProblem } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { ConformanceChecks } from './conformance-checks.tsx';
import { scoreTone } from './conformance-words.ts';

/** 'Test this network': its dialect and its habits against the settings as they are saved, and the reports so far. */
export function ConformanceTab({ network }: { network: NetworkView }) {
  const input = { network_id: network.network_id };
  const utils = trpc.useUtils();
  const runs = trpc.admin.networks.tests.useQuery(input);
  const [shownId, setShownId] = useState<number>();
  const test = trpc.admin.networks.test.useMutation({
    onSuccess: async (run) => {
      utils.admin.networks.tests.setData(input, (old) => ({ runs: [run, ...(old?.runs ?? [])] }));
      setShownId(undefined);
      await utils.admin.networks.tests.invalidate(input);
    },
  });
  const button = (
    <Button
      variant="primary"
      busy={test.isPending}
      busyLabel="Testing..."
      icon={<FlaskConical aria-hidden className="size-4" />}
      onClick={() => test.mutate(input)}
    >
      Test this network
    </Button>
  );
  const failure = test.error && (
    <Banner tone="error" title="The test could not be run" onDismiss={test.reset}>
      {errorText(test.error, 'Please try again.')}
    </Banner>
  );
  if (runs.data === undefined) {
    return runs.error ? (
      <EmptyState
        kind="failed"
        title="Failed to fetch the reports"
        action={
          <Button busy={runs.isFetching} onClick={() => void runs.refetch()}>
            Retry
          </Button>
        }
      >
        {loadProblem(runs.error)}
      </EmptyState>
    ) : (
      <Loading label="Loading the reports" className="grid gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </Loading>
    );
  }
  const all = runs.data.runs;
  const run = all.find(({ test_id }) => test_id === shownId) ?? all[0];
  if (!run) {
    return (
      <div className="grid gap-4">
        {failure}
        <EmptyState kind="first-use" title="Not tested yet" action={button}>
          Completions, reversals, repeats, forged calls and more are played against these settings. Nothing of it is
          counted or kept but the report.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {failure}
      <Summary run={run} action={button} />
      {all.length > 1 && (
        <Select
          label="Report"
          value={run.test_id}
          onChange={(event) => setShownId(Number(event.target.value))}
          className="max-w-sm"
        >
          {all.map((each, index) => (
            <option key={each.test_id} value={each.test_id}>
              {`${formatDateTime(each.at)} IST · ${each.score} of 100${index === 0 ? ' · newest' : ''}`}
            </option>
          ))}
        </Select>
      )}
      {all[0] === run && run.at < network.updated_at && (
        <Banner tone="info" title="The settings were changed since">
          Test again to see what they come to now.
        </Banner>
      )}
      <ConformanceChecks checks={run.checks} />
    </div>
  );
}

function Summary({ run, action }: { run: ConformanceRun; action: ReactNode }) {
  const { label, tone } = scoreTone(run.score);
  return (
    <section
      aria-label="Result"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-card"
    >
      <p role="status" className="flex items-baseline gap-2 tabular-nums">
        <span className="text-2xl font-semibold">{run.score}</span>
        <span className="text-muted">of 100</span>
      </p>
      <div className="min-w-0 grow basis-56 text-sm">
        <StatusDot tone={tone}>{label}</StatusDot>
        <p className="text-muted">
          {formatDateTime(run.at)} IST{run.by === null ? '' : ` by ${run.by}`} ·{' '}
          {run.dialect === null
            ? 'spoken to as its own settings describe it: whether the network agrees only real calls show'
            : `in the dialect of ${run.dialect}`}
        </p>
      </div>
      {action}
    </section>
  );
}
