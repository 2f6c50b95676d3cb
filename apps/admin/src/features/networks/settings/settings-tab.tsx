import { formatPlural } from '@inaam/contracts/common/format';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Button } from '@inaam/ui/button';
import { toast } from '@inaam/ui/toaster';
import { useBlocker } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { isPendingApproval } from '../../../app/pending-approval.ts';
import { trpc } from '../../../app/trpc.ts';
import { Banner } from '../../../page/banner.tsx';
import { getRefusedField, useFocusProblem } from '../form-errors.ts';
import { DryRun } from './dry-run.tsx';
import { type Draft, diffDraft, type Problems, toDraft, validateDraft } from './settings-draft.ts';
import { Basics, Links, Parameters, StatusWords } from './settings-links.tsx';
import { Limits, Money, RepliesGroup } from './settings-money.tsx';
import { Addresses, SigningGroup } from './settings-signing.tsx';

/**
 * A network's settings. Typed values stay until they are saved.
 * @param secret the row that identifies the secret and rotates it
 */
export function SettingsTab({ network, secret }: { network: NetworkView; secret: ReactNode }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => toDraft(network));
  /** Problems show from the first attempt on. */
  const [attempts, setAttempts] = useState(0);
  const [trying, setTrying] = useState(false);
  const save = trpc.admin.networks.update.useMutation({
    onSuccess: (saved) => {
      toast.success(saved.message);
      setDraft(toDraft(saved.network));
      setAttempts(0);
      return utils.admin.invalidate();
    },
    onSettled: () => setTrying(false),
  });
  const refused = getRefusedField(save.error);
  useFocusProblem(form, attempts, save.error);
  const own = validateDraft(draft);
  const problems: Problems = {
    ...(refused && { [refused.field]: refused.text('').trim() }),
    ...(attempts > 0 ? own : {}),
  };
  const changes = diffDraft(draft, network);
  const changed = Object.keys(changes).length;
  const faults = Object.keys(problems).length;
  const set = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }));
    if (save.error) save.reset();
  };

  /** @returns whether the settings are valid; otherwise the first field with a problem gets the focus */
  const checked = (): boolean => {
    if (Object.keys(own).length === 0) return true;
    setAttempts(attempts + 1);
    return false;
  };
  const submit = () => {
    if (changed > 0 && checked()) save.mutate({ network_id: network.network_id, ...changes });
  };
  const group = { draft, set, problems };
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
      {save.error && (
        <Banner
          tone={isPendingApproval(save.error) ? 'info' : 'error'}
          title={isPendingApproval(save.error) ? 'No changes to save' : 'The settings were not saved'}
          onDismiss={save.reset}
        >
          {getErrorText(save.error, 'Please try again.')}
        </Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          <Basics {...group} />
          <Links {...group} />
          <Parameters {...group} />
          <StatusWords {...group} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <SigningGroup {...group} secret={secret} />
          <Addresses {...group} />
          <Money {...group} />
          <Limits {...group} />
          <RepliesGroup {...group} />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-raised p-3 shadow-raised">
        <p role="status" className="w-full text-sm tabular-nums sm:mr-auto sm:w-auto">
          {changed === 0 ? (
            <span className="text-muted">No changes</span>
          ) : faults > 0 ? (
            <span className="text-bad">{formatPlural(faults, 'setting')} to correct</span>
          ) : (
            `${formatPlural(changed, 'setting')} changed, not saved`
          )}
        </p>
        {changed > 0 && (
          <Button
            variant="quiet"
            disabled={save.isPending}
            onClick={() => {
              setDraft(toDraft(network));
              setAttempts(0);
              save.reset();
            }}
          >
            Discard
          </Button>
        )}
        <Allowed to="admin.networks.update">
          <Button
            disabled={changed === 0}
            icon={<FlaskConical aria-hidden className="size-4" />}
            onClick={() => {
              if (checked()) setTrying(true);
            }}
          >
            Dry run
          </Button>
        </Allowed>
        <Allowed to="admin.networks.update">
          <Button
            type="submit"
            variant="primary"
            disabled={changed === 0}
            busy={save.isPending && !trying}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </Allowed>
      </div>
      {trying && (
        <DryRun
          network={network}
          changes={changes}
          saving={save.isPending}
          onSave={submit}
          onClose={() => setTrying(false)}
        />
      )}
      <LeaveGuard changed={changed > 0} />
    </form>
  );
}

/** Asks before unsaved settings are lost: to another tab, another page, or a closed window. */
function LeaveGuard({ changed }: { changed: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => changed,
    enableBeforeUnload: changed,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <AlertDialog
      open
      onOpenChange={reset}
      danger
      title="Leave without saving?"
      description="Your changes to the settings will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={proceed}
    />
  );
}
