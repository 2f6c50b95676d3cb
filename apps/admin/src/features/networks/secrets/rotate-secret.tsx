import type { NetworkView } from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { toast } from '@inaam/ui/toaster';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { getErrorText } from '../../../app/errors.ts';
import { useCloseOnPendingApproval } from '../../../app/pending-approval.ts';
import { trpc } from '../../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../../forms/field-problems.tsx';
import { useFormGuard } from '../../../forms/use-form-guard.tsx';
import { Banner } from '../../../page/banner.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';

/** The masked current secret, and a button that rotates the secret. */
export function SecretRow({ network }: { network: NetworkView }) {
  const [isRotating, setIsRotating] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-card">
      <div className="min-w-0 grow">
        <p>
          Secret{' '}
          {network.is_secret_lost ? (
            <span className="text-bad">cannot be decrypted: enter it again</span>
          ) : (
            <span className="code text-sm">{network.secret_hint}</span>
          )}
        </p>
        {network.previous_secret && (
          <p className="text-sm text-muted">
            The old secret, <span className="code">{network.previous_secret.hint}</span>, is valid until{' '}
            <Timestamp at={network.previous_secret.until} className="tabular-nums" />
          </p>
        )}
      </div>
      <Allowed to="admin.networks.rotateSecret">
        <Button small icon={<KeyRound aria-hidden className="size-4" />} onClick={() => setIsRotating(true)}>
          Rotate secret
        </Button>
      </Allowed>
      {isRotating && <RotateSecret network={network} onClose={() => setIsRotating(false)} />}
    </div>
  );
}

const HOUR_MS = 3_600_000;
const labels = { secret: 'New secret', overlap_hours: 'Overlap' };

function RotateSecret({ network, onClose }: { network: NetworkView; onClose: () => void }) {
  const form = useId();
  const utils = trpc.useUtils();
  const [secret, setSecret] = useState('');
  const [hours, setHours] = useState('24');
  const [now] = useState(() => Date.now());
  const rotate = trpc.admin.networks.rotateSecret.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      guard.finish();
      return utils.admin.invalidate();
    },
  });
  // Secrets are never stored in a draft.
  const guard = useFormGuard({
    name: undefined,
    base: { values: { secret: '', hours: '24' } },
    values: { secret, hours },
    onClose,
  });
  useCloseOnPendingApproval(rotate.error, () => guard.finish());
  const isOurSecret = isUnsigned(network.signing);
  const refused = getRefusedField(rotate.error, labels);
  const [attempts, setAttempts] = useState(0);
  const isMissing = !isOurSecret && secret.trim() === '';
  const problem = (field: keyof typeof labels) => (refused?.field === field ? refused.message : undefined);
  const overlap = Number(hours);
  const overlapEnd =
    hours.trim() !== '' && Number.isInteger(overlap) && overlap > 0 && overlap <= 2160
      ? new Date(now + overlap * HOUR_MS).toISOString()
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the dialog's form is inside the settings form: if the event bubbled, both forms would submit.
    event.stopPropagation();
    setAttempts(attempts + 1);
    if (isMissing) return;
    rotate.mutate({
      network_id: network.network_id,
      overlap_hours: hours.trim() === '' ? 0 : overlap,
      ...(secret.trim() && { secret: secret.trim() }),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      closable={!rotate.isPending}
      title="Rotate secret"
      description="Both secrets work until the overlap ends, so no postback is lost."
      footer={
        <>
          <Button onClick={guard.close} disabled={rotate.isPending}>
            Cancel
          </Button>
          <Button form={form} type="submit" variant="primary" busy={rotate.isPending} busyLabel="Rotating...">
            Rotate secret
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        <FormProblems attempts={attempts} error={rotate.error} />
        {rotate.error && !refused && (
          <Banner tone="error" title="The secret was not rotated" onDismiss={rotate.reset}>
            {getErrorText(rotate.error, 'Please try again.')}
          </Banner>
        )}
        <Field
          type="password"
          label={isOurSecret ? 'New secret (optional)' : 'New secret'}
          hint={isOurSecret ? 'Leave it empty to generate one.' : 'Copy it from the network’s dashboard.'}
          autoComplete="off"
          spellCheck={false}
          required={!isOurSecret}
          value={secret}
          error={attempts > 0 && isMissing ? 'New secret is required' : problem('secret')}
          onChange={(event) => setSecret(event.target.value)}
        />
        <Field
          label="Overlap (hours)"
          inputMode="numeric"
          hint={
            overlapEnd ? (
              <>
                The old secret works until <Timestamp at={overlapEnd} />.
              </>
            ) : (
              'The old secret is refused at once.'
            )
          }
          inputClassName="text-right tabular-nums"
          value={hours}
          error={problem('overlap_hours')}
          onChange={(event) => setHours(event.target.value)}
        />
      </form>
      {guard.question}
    </Dialog>
  );
}
