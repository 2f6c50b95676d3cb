import { formatPlural, formatUpToOneDecimal } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { type NetworkSetup, type SetupStep, setupSteps } from '@inaam/contracts/networks/setup';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '../../app/preferences.ts';
import { trpc } from '../../app/trpc.ts';
import { usePoll } from '../../app/use-poll.ts';
import { Loadable } from '../../page/loadable.tsx';
import { RecordPage } from '../../page/record-page.tsx';
import { FeedTab } from './feed/feed-tab.tsx';
import { AddressStep } from './setup/address-step.tsx';
import { OffersStep } from './setup/offers-step.tsx';
import { type OpenStep, readOpenStep } from './setup/open-step.ts';
import { PostbackStep } from './setup/postback-step.tsx';
import { SetupPage, type StepState } from './setup/setup-page.tsx';

const back = { to: adminPaths.networks, label: 'All networks' } as const;
const words = { title: 'Network', failed: 'Failed to fetch the network', missing: 'There is no such network' };

/** The time between two polls for the first real postback. */
const POLL_MS = 3000;

/** The steps of a set-up after the network was added: postback URL, offers, first real postback. */
export function NetworkSetupScreen() {
  const { networkId } = useParams({ from: `/admin${adminPaths.networkSetup}` });
  const query = trpc.admin.networks.get.useQuery({ network_id: Number(networkId) });
  return (
    <RecordPage query={query} words={words} back={back}>
      {(network) => <Setup key={network.network_id} network={network} />}
    </RecordPage>
  );
}

function Setup({ network }: { network: NetworkView }) {
  const setup = trpc.admin.networks.setup.useQuery({ network_id: network.network_id });
  const refresh = async () => void (await setup.refetch());
  usePoll('setup', setup.data && setup.data.real_call_at === null ? refresh : undefined, POLL_MS);
  // The preferences contain the step to continue with.
  const preferences = trpc.admin.preferences.get.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const isReady = preferences.data !== undefined || preferences.error !== null;
  return (
    <Loadable
      query={isReady ? setup : { ...setup, data: undefined }}
      what="the set-up"
      failed="The set-up could not be loaded"
      shape={['h-control w-64', 'h-80']}
    >
      {(data) => <OpenSetup network={network} setup={data} />}
    </Loadable>
  );
}

function OpenSetup({ network, setup }: { network: NetworkView; setup: NetworkSetup }) {
  const { network_id: id } = network;
  const navigate = useNavigate();
  const { preferences, set } = usePreferences();
  const { step: requested } = useSearch({ from: `/admin${adminPaths.networkSetup}` });
  const savedStep = preferences.setup_steps[String(id)];
  const current: OpenStep = requested ?? readOpenStep(savedStep) ?? (setup.calls.length > 0 ? 'call' : 'address');
  const go = (step: OpenStep) =>
    void navigate({
      to: adminPaths.networkSetup,
      params: { networkId: String(id) },
      search: { step },
      resetScroll: true,
    });
  const remember = useEffectEvent((step: OpenStep) => {
    if (savedStep !== step) set({ name: 'setup_steps', network_id: id, value: step });
  });
  useEffect(() => remember(current), [current]);

  const isPast = (step: SetupStep) => setupSteps.indexOf(current) > setupSteps.indexOf(step);
  const openSettings = () =>
    void navigate({ to: adminPaths.network, params: { networkId: String(id) }, search: { tab: 'settings' } });
  const hasPostbacks = setup.calls.length > 0;
  const isReady = current === 'call' && setup.real_call_at !== null;
  const steps: Record<SetupStep, StepState> = {
    network: { isDone: true, fact: network.slug },
    secret: { isDone: true, fact: network.secret_hint, open: openSettings },
    rate: {
      isDone: true,
      fact: `₹${formatUpToOneDecimal(network.rate)} for 1 ${network.currency}`,
      open: openSettings,
    },
    address: { isDone: hasPostbacks || isPast('address'), open: () => go('address') },
    offers: {
      isDone: setup.active_offers > 0,
      fact: setup.offers > 0 ? formatPlural(setup.offers, 'offer') : undefined,
      open: () => go('offers'),
    },
    call: {
      isDone: setup.real_call_at !== null,
      fact: setup.real_call_at === null ? undefined : 'Accepted',
      open: () => go('call'),
    },
  };
  return (
    <SetupPage
      title={`Set up ${network.name}`}
      current={current}
      steps={steps}
      {...headings[isReady ? 'ready' : current]}
    >
      {current === 'address' ? (
        <AddressStep network={network} onNext={() => go('offers')} />
      ) : current === 'offers' ? (
        <OffersStep
          network={network}
          setup={setup}
          feed={<FeedTab network={network} />}
          onBack={() => go('address')}
          onNext={() => go('call')}
        />
      ) : (
        <PostbackStep network={network} setup={setup} onBack={() => go('offers')} />
      )}
    </SetupPage>
  );
}

const headings: Record<OpenStep | 'ready', { heading: string; hint: string }> = {
  address: {
    heading: 'Paste the postback URL',
    hint: 'The network calls this URL when a user completes an offer.',
  },
  offers: { heading: 'Add its offers', hint: 'A postback counts only if the user started an offer of this network.' },
  call: {
    heading: 'Wait for the first real postback',
    hint: 'Only a real postback proves that the secret and the URL are right.',
  },
  ready: { heading: 'The first real postback arrived', hint: 'It proves that the secret and the URL are right.' },
};
