import { formatPlural } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { trpc } from '../../../app/trpc.ts';
import { Section } from '../../../page/section.tsx';
import { TabLink } from '../network-tabs.tsx';
import { PresetNotes } from '../preset-notes.tsx';

const linkClass = buttonClass({ small: true });

/** A setup step, with its number until it is done. */
const Step = ({
  number,
  title,
  done,
  action,
  children,
}: {
  number: number;
  title: string;
  /** The proof that it is done; undefined while it is open. */
  done?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <li className="flex gap-3 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
    <span
      aria-hidden
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums',
        done ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent',
      )}
    >
      {done ? <Check className="size-4" /> : number}
    </span>
    <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-60">
        <h3 className="text-base">
          {title}
          {done && <span className="ml-2 text-sm font-normal text-good">{done}</span>}
        </h3>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  </li>
);

/** The steps until a network's first call. */
export function FirstSteps({ network }: { network: NetworkView }) {
  const { network_id, preset: presetId } = network;
  // The steps still help without these answers; they then show no completion.
  const tests = trpc.admin.networks.tests.useQuery({ network_id });
  const networks = trpc.admin.networks.list.useQuery();
  const presets = trpc.admin.networks.presets.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: presetId !== null,
  });
  const score = tests.data?.runs[0]?.score;
  const offers = networks.data?.networks.find((each) => each.network_id === network_id)?.offers ?? 0;
  const preset = presets.data?.presets.find(({ id }) => id === presetId);
  return (
    <>
      <Section title="First steps" note="No calls yet">
        <ol className="grid">
          <Step number={1} title="Paste the postback URL">
            Copy it from above and paste it into the network’s dashboard.
          </Step>
          <Step
            number={2}
            title="Test this network"
            done={score === undefined ? undefined : `${score} of 100`}
            action={
              <TabLink tab="test" className={linkClass}>
                {score === undefined ? 'Go to the test' : 'See the report'}
              </TabLink>
            }
          >
            Tests these settings with conversions, reversals, repeats and forged calls. Nothing is counted.
          </Step>
          <Step
            number={3}
            title="Add offers"
            done={offers === 0 ? undefined : formatPlural(offers, 'offer')}
            action={
              <>
                <Link to={adminPaths.offers} search={{ panel: 'new' }} className={linkClass}>
                  Add an offer
                </Link>
                <TabLink tab="feed" className={linkClass}>
                  Import its list
                </TabLink>
              </>
            }
          >
            A call counts for a user who started an offer of this network. Select the network on an offer, or import its
            list.
          </Step>
          <Step
            number={4}
            title="See the first call"
            action={
              <TabLink tab="inbox" className={linkClass}>
                Open the inbox
              </TabLink>
            }
          >
            Send a test from the network’s dashboard, or complete an offer yourself. Each call appears in the inbox at
            once, with its outcome.
          </Step>
        </ol>
      </Section>
      {preset && <PresetNotes preset={preset} />}
    </>
  );
}
