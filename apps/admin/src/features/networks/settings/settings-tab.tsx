import { formatPlural } from '@inaam/contracts/common/format';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { settingLabels } from '@inaam/contracts/networks/setting-labels';
import { Button } from '@inaam/ui/button';
import { toast } from '@inaam/ui/toaster';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { isPendingApproval } from '../../../app/pending-approval.ts';
import { trpc } from '../../../app/trpc.ts';
import { ConflictDialog, isVersionConflict } from '../../../forms/conflict.tsx';
import { type Base, useFormGuard } from '../../../forms/use-form-guard.tsx';
import { Banner } from '../../../page/banner.tsx';
import { getRefusedSetting, useFocusProblem } from '../form-errors.ts';
import { DryRun } from './dry-run.tsx';
import { type Draft, diffDraft, diffDrafts, type Problems, toDraft, validateDraft } from './setting-draft.ts';
import { Group } from './setting-group.tsx';
import { settingGroups } from './setting-texts.ts';
import { SignedValues } from './signed-values.tsx';

/**
 * A network's settings. A draft keeps unsaved values.
 * @param secret the row that identifies the secret and offers to rotate the secret
 */
export function SettingsTab({ network, secret }: { network: NetworkView; secret: ReactNode }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState<Base<Draft>>(() => ({ values: toDraft(network), version: network.version }));
  const [draft, setDraft] = useState(base.values);
  const restore = (values: Draft, from: Base<Draft>) => {
    setDraft(values);
    setBase(from);
  };
  /** The network as it was loaded from the server after the last conflict. */
  const latest = useRef<NetworkView>(undefined);
  const guard = useFormGuard({ name: `network-${network.network_id}`, base, values: draft, restore });
  /** The number of attempts to save. Problems show from the first attempt on. */
  const [attempts, setAttempts] = useState(0);
  const [isDryRunOpen, setIsDryRunOpen] = useState(false);
  const save = trpc.admin.networks.update.useMutation({
    onSuccess: (saved) => {
      toast.success(saved.message);
      const values = toDraft(saved.network);
      restore(values, { values, version: saved.network.version });
      setAttempts(0);
      return utils.admin.invalidate();
    },
    onSettled: () => setIsDryRunOpen(false),
  });
  const refused = getRefusedSetting(save.error);
  useFocusProblem(form, attempts, save.error);
  const draftProblems = validateDraft(draft);
  const problems: Problems = {
    ...(refused && { [refused.field]: refused.text('').trim() }),
    ...(attempts > 0 ? draftProblems : {}),
  };
  const changes = diffDrafts(draft, base.values);
  const changeCount = Object.keys(changes).length;
  const problemCount = Object.keys(problems).length;
  const set = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    if (save.error) save.reset();
  };

  /** @returns whether the settings are valid; otherwise the first field with a problem gets the focus */
  const validate = (): boolean => {
    if (Object.keys(draftProblems).length === 0) return true;
    setAttempts(attempts + 1);
    return false;
  };
  const submit = () => {
    if (changeCount > 0 && validate())
      save.mutate({ network_id: network.network_id, version: base.version, ...changes });
  };
  return (
    <form
      ref={form}
      noValidate
      // Keeps focused fields clear of the bar at the bottom.
      className="grid grid-cols-1 gap-4 [&_:is(input,select,textarea)]:scroll-mb-16"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      {guard.restored}
      {save.error && !isVersionConflict(save.error) && (
        <Banner
          tone={isPendingApproval(save.error) ? 'info' : 'error'}
          title={isPendingApproval(save.error) ? 'Waiting for approval' : 'The settings were not saved'}
          onDismiss={save.reset}
        >
          {getErrorText(save.error, 'Please try again.')}
        </Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        {([1, 2] as const).map((column) => (
          <div key={column} className="grid grid-cols-1 gap-4">
            {column === 2 && secret}
            {settingGroups
              .filter((each) => each.column === column)
              .map((each) => (
                <Group
                  key={each.title}
                  group={each}
                  draft={draft}
                  set={set}
                  problems={problems}
                  extra={each.settings.includes('signing') && <SignedValues draft={draft} />}
                />
              ))}
          </div>
        ))}
      </div>
      <div
        hidden={changeCount === 0}
        className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-raised p-3 shadow-raised [&[hidden]]:hidden"
      >
        <p role="status" className="w-full text-sm tabular-nums sm:mr-auto sm:w-auto">
          {changeCount === 0 ? (
            <span className="text-muted">No changes</span>
          ) : problemCount > 0 ? (
            <span className="text-bad">{formatPlural(problemCount, 'field')} to correct</span>
          ) : (
            `${formatPlural(changeCount, 'setting')} changed, not saved`
          )}
        </p>
        {changeCount > 0 && (
          <Button
            variant="quiet"
            disabled={save.isPending}
            onClick={() => {
              const values = toDraft(network);
              restore(values, { values, version: network.version });
              setAttempts(0);
              save.reset();
            }}
          >
            Discard
          </Button>
        )}
        <Allowed to="admin.networks.update">
          <Button
            disabled={changeCount === 0}
            icon={<FlaskConical aria-hidden className="size-4" />}
            onClick={() => {
              if (validate()) setIsDryRunOpen(true);
            }}
          >
            Dry run
          </Button>
        </Allowed>
        <Allowed to="admin.networks.update">
          <Button
            type="submit"
            variant="primary"
            disabled={changeCount === 0}
            busy={save.isPending && !isDryRunOpen}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </Allowed>
      </div>
      {isDryRunOpen && (
        <DryRun
          network={network}
          changes={changes}
          saving={save.isPending}
          onSave={submit}
          onClose={() => setIsDryRunOpen(false)}
        />
      )}
      <ConflictDialog
        error={save.error}
        base={base}
        values={draft}
        labels={settingLabels}
        load={async () => {
          const latestNetwork = await utils.client.admin.networks.get.query({ network_id: network.network_id });
          latest.current = latestNetwork;
          return { values: toDraft(latestNetwork), version: latestNetwork.version };
        }}
        onSave={(values, from) => {
          restore(values, from);
          const { current: latestNetwork } = latest;
          if (latestNetwork)
            save.mutate({
              network_id: latestNetwork.network_id,
              version: latestNetwork.version,
              ...diffDraft(values, latestNetwork),
            });
        }}
        onClose={save.reset}
      />
      {guard.question}
    </form>
  );
}
