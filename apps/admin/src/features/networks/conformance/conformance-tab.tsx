import { formatDateTime } from '@inaam/contracts/common/time';
import type { ConformanceRun } from '@inaam/contracts/networks/conformance';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Select } from '@inaam/ui/select';
import { StatusDot } from '@inaam/ui/status-dot';
import { FlaskConical } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { Banner } from '../../../page/banner.tsx';
import { Loadable } from '../../../page/loadable.tsx';
import { resultTone } from '../result-tone.ts';
import { ConformanceChecks } from './conformance-checks.tsx';

/**
 * The tab that tests a network: simulated postbacks in the network's format, among them repeats and forgeries, show
 * whether the saved settings fit. Lists the reports of all tests.
 */
export function ConformanceTab({ network }: { network: NetworkView }) {
  const input = { network_id: network.network_id };
  const utils = trpc.useUtils();
  const runs = trpc.admin.networks.tests.useQuery(input);
  const [shownId, setShownId] = useState<number>();
  const result = useRef<HTMLElement>(null);
  const test = trpc.admin.networks.test.useMutation({
    onSuccess: async (run) => {
      utils.admin.networks.tests.setData(input, (old) => ({ runs: [run, ...(old?.runs ?? [])] }));
      setShownId(undefined);
      // The first report replaces the pressed button, so the focus moves to the report.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) result.current?.focus();
      });
      await utils.admin.networks.tests.invalidate(input);
    },
  });
  const button = (
    <Allowed to="admin.networks.test">
      <Button
        variant="primary"
        busy={test.isPending}
        busyLabel="Testing..."
        icon={<FlaskConical aria-hidden className="size-4" />}
        onClick={() => test.mutate(input)}
      >
        Test this network
      </Button>
    </Allowed>
  );
  const failure = test.error && (
    <Banner tone="error" title="The test could not be run" onDismiss={test.reset}>
      {getErrorText(test.error, 'Please try again.')}
    </Banner>
  );
  return (
    <Loadable query={runs} what="the reports" shape={['h-20', 'h-96']}>
      {({ runs: all }) => {
        const run = all.find(({ test_id }) => test_id === shownId) ?? all[0];
        return (
          <div className="grid grid-cols-1 gap-4">
            {/* Rendered before there is a result: screen readers announce only changes of an existing element. */}
            <p role="status" className="sr-only">
              {test.isPending ? 'Testing' : test.data && formatSummary(test.data)}
            </p>
            {failure}
            {run ? (
              <>
                <Summary run={run} action={button} ref={result} />
                {all.length > 1 && <Reports runs={all} shown={run} onShow={setShownId} />}
                {all[0] === run && run.at < network.updated_at && (
                  <Banner tone="info" title="The settings have changed since this test">
                    Test again for a new score.
                  </Banner>
                )}
                <ConformanceChecks checks={run.checks} />
              </>
            ) : (
              <EmptyState kind="first-use" title="Not tested yet" action={button}>
                Tests these settings with conversions, reversals, repeats, forged postbacks and more. Only the report is
                stored; nothing is counted.
              </EmptyState>
            )}
          </div>
        );
      }}
    </Loadable>
  );
}

const formatSummary = (run: ConformanceRun): string => `Tested: ${run.score} of 100. ${resultTone(run).label}.`;

/** A select of the reports, newest first. */
const Reports = ({
  runs,
  shown,
  onShow,
}: {
  runs: readonly ConformanceRun[];
  shown: ConformanceRun;
  onShow: (testId: number) => void;
}) => (
  <Select
    label="Report"
    value={shown.test_id}
    onChange={(event) => onShow(Number(event.target.value))}
    className="max-w-md"
  >
    {runs.map((each, index) => (
      <option key={each.test_id} value={each.test_id}>
        {`${formatDateTime(each.at)} IST · ${each.score} of 100${index === 0 ? ' · newest' : ''}`}
      </option>
    ))}
  </Select>
);

function Summary({ run, action, ref }: { run: ConformanceRun; action: ReactNode; ref: Ref<HTMLElement> }) {
  const { label, tone } = resultTone(run);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Result"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-card"
    >
      <p className="flex items-baseline gap-2 tabular-nums">
        <span className="text-2xl font-semibold">{run.score}</span>
        <span className="text-muted">of 100</span>
      </p>
      <div className="min-w-0 grow basis-56 text-sm">
        <StatusDot tone={tone}>{label}</StatusDot>
        <p className="text-muted">
          {formatDateTime(run.at)} IST{run.by === null ? '' : ` by ${run.by}`} ·{' '}
          {run.dialect === null
            ? 'tested with the network’s own settings; only real postbacks show whether the network agrees'
            : `using ${run.dialect}’s format`}
          {run.score === 100 && !run.has_real_call && '. Test again once the network has sent a postback'}
        </p>
      </div>
      {action}
    </section>
  );
}
