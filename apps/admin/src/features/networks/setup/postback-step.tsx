import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import type { NetworkSetup } from '@inaam/contracts/networks/setup';
import type { PostbackRow } from '@inaam/contracts/postbacks/inbox';
import { Button, buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { CircleCheck, RadioTower } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useIsAllowed } from '../../../app/allowed.tsx';
import { getErrorText, getServerError } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { Timestamp } from '../../../page/timestamp.tsx';
import { OutcomeDot } from '../../postbacks/parts/postback-outcome.tsx';
import { resultTone } from '../result-tone.ts';
import { StepButtons } from './setup-page.tsx';

/** Waits for the first real postback, and then shows the result. */
export function PostbackStep({
  network,
  setup,
  onBack,
}: {
  network: NetworkView;
  setup: NetworkSetup;
  onBack: () => void;
}) {
  const { real_call_at, test_score, calls } = setup;
  const params = { networkId: String(network.network_id) };
  return (
    <>
      <SettingsTest network={network} score={test_score} />
      {real_call_at === null ? (
        <section className="flex items-start gap-4 rounded-card border border-line bg-surface p-card">
          <span className="relative grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
            <RadioTower aria-hidden className="size-6" />
          </span>
          <div className="min-w-0">
            <p role="status" className="text-lg font-semibold">
              Waiting for the first real postback
            </p>
            <p className="text-muted">
              Start an offer of this network in the app and complete it. A test from the network’s dashboard shows
              below, too. This page checks every 3 seconds.
            </p>
          </div>
        </section>
      ) : (
        <AcceptedResult at={real_call_at} score={test_score} />
      )}
      {calls.length > 0 && <NewestPostbacks postbacks={calls} networkId={params.networkId} />}
      <StepButtons>
        <Button className="mr-auto" onClick={onBack}>
          Back
        </Button>
        <Link
          to={adminPaths.network}
          params={params}
          className={buttonClass({ variant: real_call_at === null ? 'secondary' : 'primary' })}
        >
          Open {network.name}
        </Link>
      </StepButtons>
    </>
  );
}

/** The result after the first real postback, in the same words as the network's test. */
function AcceptedResult({ at, score }: { at: string; score: number | null }) {
  const { label, tone } =
    score === null
      ? ({ label: 'The first real postback was accepted', tone: 'good' } as const)
      : resultTone({ score, has_real_call: true });
  return (
    <section
      className={cx(
        'flex items-start gap-4 rounded-card border p-card',
        tone === 'good' ? 'border-good/40 bg-good-soft' : 'border-warn/40 bg-warn-soft',
      )}
    >
      <CircleCheck aria-hidden className={cx('size-12 shrink-0', tone === 'good' ? 'text-good' : 'text-warn')} />
      <div className="min-w-0">
        <p role="status" className="text-2xl font-semibold">
          {label}
        </p>
        <p>
          A real postback was accepted and verified on <Timestamp at={at} className="tabular-nums" />.
          {score !== null && score < 100 && ' The test above found settings to correct.'}
        </p>
      </div>
    </section>
  );
}

/**
 * Tests the settings when the last step opens, unless they are tested already, so that problems show before the first
 * real postback.
 */
function SettingsTest({ network: { network_id }, score }: { network: NetworkView; score: number | null }) {
  const utils = trpc.useUtils();
  const isAllowed = useIsAllowed()('admin.networks.test');
  const test = trpc.admin.networks.test.useMutation({
    // A busy server answers 503. A repeated test only stores another report.
    retry: (failures, error) => failures < 3 && getServerError(error)?.httpStatus === 503,
    onSuccess: () => Promise.all([utils.admin.networks.setup.invalidate(), utils.admin.networks.tests.invalidate()]),
  });
  const shownScore = score ?? test.data?.score;
  const run = useEffectEvent(() => {
    if (test.isIdle) test.mutate({ network_id });
  });
  const isDue = isAllowed && shownScore === undefined;
  useEffect(() => {
    if (isDue) run();
  }, [isDue]);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
      {shownScore !== undefined ? (
        <StatusDot tone={shownScore === 100 ? 'good' : 'warn'} wrap>
          {`Settings tested: ${shownScore} of 100`}
        </StatusDot>
      ) : test.error ? (
        <>
          <StatusDot tone="bad" wrap>
            {`The settings could not be tested: ${getErrorText(test.error, 'please try again')}`}
          </StatusDot>
          <Button small onClick={() => test.mutate({ network_id })}>
            Retry
          </Button>
        </>
      ) : (
        <StatusDot tone="neutral" wrap>
          {isAllowed ? 'Testing the settings...' : 'Settings not tested yet'}
        </StatusDot>
      )}
      {shownScore !== undefined && (
        <Link
          to={adminPaths.network}
          params={{ networkId: String(network_id) }}
          search={{ tab: 'test' }}
          className="link"
        >
          View the report
        </Link>
      )}
    </p>
  );
}

/** The newest postbacks, including postbacks that were not accepted. */
const NewestPostbacks = ({ postbacks, networkId }: { postbacks: readonly PostbackRow[]; networkId: string }) => (
  <section aria-labelledby="postbacks" className="rounded-card border border-line bg-surface p-card">
    <h3 id="postbacks" className="mb-1 text-base">
      Newest postbacks
    </h3>
    <ul>
      {postbacks.map(({ postback_id, received_at, outcome, reason }) => (
        <li
          key={postback_id}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
        >
          <OutcomeDot outcome={outcome} />
          {reason && <span className="order-last w-full text-sm wrap-anywhere">{describeReason(reason)}</span>}
          <Timestamp at={received_at} className="ml-auto text-sm text-muted tabular-nums" />
          <Link
            to={adminPaths.network}
            params={{ networkId }}
            search={{ tab: 'inbox', panel: String(postback_id) }}
            className="link text-sm"
          >
            View<span className="sr-only"> postback {postback_id}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

/** Explains refused test postbacks: a network's dashboard sends them without one of our click IDs. */
const describeReason = (reason: string): string =>
  reason === 'Click not found' ? 'Click not found: usual for a test. The URL and the signature are right.' : reason;
