import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getErrorText } from '../../app/errors.ts';
import { isPendingApproval, useCloseOnPendingApproval } from '../../app/pending-approval.ts';
import { trpc } from '../../app/trpc.ts';
import { readDraft, storeDraft } from '../../forms/drafts.ts';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { getRefusedSetting } from './form-errors.ts';
import { PresetNotes } from './preset-notes.tsx';
import { PresetPicker } from './setup/preset-picker.tsx';
import { RateStep } from './setup/rate-step.tsx';
import { findFreeSlug, SecretStep, secretFields } from './setup/secret-step.tsx';
import { SetupPage, type StepState } from './setup/setup-page.tsx';

const DRAFT = 'network-new';

/** A network that is not added yet. Stored in the browser without its secret, so that an admin can leave and return. */
interface NewNetwork {
  step: 'network' | 'secret' | 'rate';
  /** The id of the preset; '' for none. */
  preset: string;
  name: string;
  /** The typed slug; while empty, the slug comes from the preset or the name. */
  slug: string;
  currency: string;
  rate: string;
}

const emptyDraft: NewNetwork = { step: 'network', preset: '', name: '', slug: '', currency: '', rate: '' };

const isNewNetwork = (stored: unknown): stored is NewNetwork =>
  typeof stored === 'object' && stored !== null && Object.keys(emptyDraft).every((key) => Object.hasOwn(stored, key));

const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);

/** The first three steps of adding a network: preset, secret, rate. The network is stored after the third. */
export function AddNetworkScreen() {
  const presets = trpc.admin.networks.presets.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <Loadable
      query={presets}
      what="presets"
      failed="The presets could not be loaded"
      shape={['h-control w-64', 'h-[min(36rem,60dvh)]']}
    >
      {({ presets: loadedPresets, own }) => <AddNetwork presets={loadedPresets} own={own} />}
    </Loadable>
  );
}

function AddNetwork({ presets, own }: { presets: readonly NetworkPreset[]; own: NetworkPreset }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const networks = trpc.admin.networks.list.useQuery();
  const [{ draft: initialDraft, isRestored }] = useState(() => {
    const stored = readDraft(DRAFT);
    if (!isNewNetwork(stored) || stored.step === 'network') return { draft: emptyDraft, isRestored: false };
    const needsSecret = presets.find(({ id }) => id === stored.preset)?.secret === 'pasted';
    // The secret is not stored in the draft, so the step for the secret opens again.
    return { draft: needsSecret ? { ...stored, step: 'secret' as const } : stored, isRestored: true };
  });
  const [draft, setDraft] = useState(initialDraft);
  const [secret, setSecret] = useState('');
  const [showsRestored, setShowsRestored] = useState(isRestored);
  const preset = draft.step === 'network' ? undefined : (presets.find(({ id }) => id === draft.preset) ?? own);
  const takenSlugs = networks.data?.networks.map(({ slug }) => slug) ?? [];
  const slug = draft.slug === '' ? findFreeSlug(preset?.settings.slug || toSlug(draft.name), takenSlugs) : draft.slug;
  useEffect(() => storeDraft(DRAFT, draft.step === 'network' ? undefined : draft), [draft]);

  const create = trpc.admin.networks.create.useMutation({
    onSuccess: async ({ network }) => {
      guard.finish();
      storeDraft(DRAFT, undefined);
      await utils.admin.invalidate();
      void navigate({
        to: adminPaths.networkSetup,
        params: { networkId: String(network.network_id) },
        replace: true,
      });
    },
    onError: (error) => {
      if (secretFields.some((field) => field === getRefusedSetting(error)?.field)) go('secret');
    },
  });
  // Leaving the page loses only the secret: the draft contains all other values.
  const guard = useFormGuard({
    name: undefined,
    base: { values: { hasSecret: false } },
    values: { hasSecret: secret !== '' },
  });
  useCloseOnPendingApproval(create.error, () => {
    guard.finish();
    storeDraft(DRAFT, undefined);
    void navigate({ to: adminPaths.networks });
  });
  const change = (patch: Partial<NewNetwork>) => {
    setDraft((before) => ({ ...before, ...patch }));
    if (create.error) create.reset();
  };
  const go = (step: NewNetwork['step']) => setDraft((before) => ({ ...before, step }));
  const discardDraft = () => {
    setSecret('');
    setShowsRestored(false);
    change(emptyDraft);
  };
  const pick = ({ id, settings }: NetworkPreset) => {
    setSecret('');
    change({
      step: 'secret',
      preset: id,
      name: settings.name,
      slug: '',
      currency: settings.currency,
      rate: String(settings.rate),
    });
  };
  const add = () =>
    create.mutate({
      ...(draft.preset !== '' && { preset: draft.preset }),
      name: draft.name,
      slug,
      currency: draft.currency,
      rate: draft.rate,
      ...(secret.trim() && { secret: secret.trim() }),
    });

  const isOpenStep = (step: NewNetwork['step']) => draft.step === step;
  const laterStep: StepState = { isDone: false };
  const steps = {
    network: { isDone: !isOpenStep('network'), fact: preset?.label, open: () => go('network') },
    secret: {
      isDone: isOpenStep('rate'),
      fact: isOpenStep('rate') ? slug : undefined,
      open: isOpenStep('rate') ? () => go('secret') : undefined,
    },
    rate: laterStep,
    address: laterStep,
    offers: laterStep,
    call: laterStep,
  };
  const refused = getRefusedSetting(create.error)?.field;
  const isShownAtField = [...secretFields, 'currency', 'rate'].some((field) => field === refused);
  return (
    <SetupPage
      title={preset && draft.name ? `Add ${draft.name}` : 'Add network'}
      current={draft.step}
      steps={steps}
      {...headings[draft.step]}
    >
      {showsRestored && preset && (
        <Banner
          tone="info"
          title="Continued where you left off"
          onDismiss={() => setShowsRestored(false)}
          action={
            <Button small onClick={discardDraft}>
              Start over
            </Button>
          }
        >
          {preset.secret === 'pasted' && 'The secret is not kept in the browser: enter it again.'}
        </Banner>
      )}
      {create.error && !isShownAtField && !isPendingApproval(create.error) && (
        <Banner tone="error" title="The network was not added" onDismiss={create.reset}>
          {getErrorText(create.error, 'Please try again.')}
        </Banner>
      )}
      {!preset ? (
        <PresetPicker presets={presets} own={own} onPick={pick} />
      ) : isOpenStep('secret') ? (
        <>
          <SecretStep
            preset={preset}
            secret={secret}
            name={draft.name}
            slug={slug}
            refusal={create.error}
            onChange={({ secret: typed, ...rest }) => {
              if (typed !== undefined) setSecret(typed);
              change(rest);
            }}
            onBack={() => go('network')}
            onNext={() => go('rate')}
          />
          {preset.id !== '' && <PresetNotes preset={preset} />}
        </>
      ) : (
        <RateStep
          currency={draft.currency}
          rate={draft.rate}
          refusal={create.error}
          isBusy={create.isPending}
          onChange={change}
          onBack={() => go('secret')}
          onNext={add}
        />
      )}
      {guard.question}
    </SetupPage>
  );
}

const headings: Record<NewNetwork['step'], { heading: string; hint: string }> = {
  network: {
    heading: 'Choose the network’s preset',
    hint: 'It fills in parameters, status words and the signature.',
  },
  secret: { heading: 'Enter its secret', hint: 'It verifies the network’s postbacks.' },
  rate: {
    heading: 'Set its currency and rate',
    hint: 'Payouts are counted in rupees, at the rate of the day on which a postback arrives.',
  },
};
