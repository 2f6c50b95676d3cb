import type { SecondFactor as Factors } from '@inaam/contracts/access/second-factor';
import type { PasskeyRegistration } from '@inaam/contracts/account/account';
import { readFactorCode } from '@inaam/contracts/common/text';
import { formatDate } from '@inaam/contracts/common/time';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Fingerprint, KeyRound, Smartphone } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { encode } from 'uqr';
import { saveFile } from '../../app/save-file.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { OneTimeSecret } from '../../page/one-time-secret.tsx';
import { browserName } from '../users/parts/browser-name.ts';
import { createPasskey, getPasskeyError } from './passkey-call.ts';

type ShownDialog = 'passkey' | 'app' | { codes: readonly string[] };

/**
 * The signed-in admin's passkeys, authenticator app and recovery codes.
 * @param onDone called after a factor is set up or new recovery codes are made, and the admin has saved any new codes
 */
export function SecondFactor({ onDone }: { onDone?: () => void }) {
  const query = trpc.admin.secondFactor.get.useQuery();
  const utils = trpc.useUtils();
  const [shown, setShown] = useState<ShownDialog>();
  const [problem, setProblem] = useState<string>();
  const refresh = () => Promise.all([utils.admin.secondFactor.invalidate(), utils.admin.identity.me.invalidate()]);
  const attempt = (work: Promise<unknown>) => {
    setProblem(undefined);
    void work
      .then(refresh)
      .catch((error: unknown) => setProblem(getPasskeyError(error, 'Something went wrong. Please try again.')));
  };
  const showCodes = (codes: readonly string[] | null) => {
    setShown(codes ? { codes } : undefined);
    void utils.admin.secondFactor.invalidate();
    if (!codes) finish();
  };
  const finish = () => {
    setShown(undefined);
    void refresh();
    onDone?.();
  };
  const client = utils.client.admin.secondFactor;
  return (
    <Loadable query={query} what="your second factor">
      {(factors) => (
        <div className="grid gap-3">
          {problem && (
            <Banner tone="error" onDismiss={() => setProblem(undefined)}>
              {problem}
            </Banner>
          )}
          <FactorList
            factors={factors}
            onRemovePasskey={(passkey_id) => attempt(client.removePasskey.mutate({ passkey_id }))}
            onRemoveApp={() => attempt(client.removeTotp.mutate())}
          />
          <div className="flex flex-wrap gap-2">
            <Button icon={<Fingerprint aria-hidden className="size-4" />} onClick={() => setShown('passkey')}>
              Add a passkey
            </Button>
            {!factors.totp && (
              <Button icon={<Smartphone aria-hidden className="size-4" />} onClick={() => setShown('app')}>
                Use an authenticator app
              </Button>
            )}
            {(factors.totp || factors.passkeys.length > 0) && (
              <Button
                variant="quiet"
                onClick={() =>
                  attempt(client.newRecoveryCodes.mutate().then(({ recovery_codes }) => showCodes(recovery_codes)))
                }
              >
                New recovery codes
              </Button>
            )}
          </div>
          {shown === 'passkey' && <AddPasskey onAdded={showCodes} onClose={() => setShown(undefined)} />}
          {shown === 'app' && <AddApp onAdded={showCodes} onClose={() => setShown(undefined)} />}
          {typeof shown === 'object' && <RecoveryCodes codes={shown.codes} onSaved={finish} />}
        </div>
      )}
    </Loadable>
  );
}

function FactorList({
  factors: { passkeys, totp, recovery_codes_left },
  onRemovePasskey,
  onRemoveApp,
}: {
  factors: Factors;
  onRemovePasskey: (id: string) => void;
  onRemoveApp: () => void;
}) {
  if (passkeys.length === 0 && !totp) {
    return <p className="text-muted">None yet. With a second factor, a stolen password is not enough to sign in.</p>;
  }
  return (
    <ul className="grid gap-2">
      {passkeys.map(({ passkey_id, name, created_at, last_used_at }) => (
        <FactorLine
          key={passkey_id}
          icon={<Fingerprint aria-hidden className="size-5" />}
          name={name}
          about={last_used_at ? `Used on ${formatDate(last_used_at)}` : `Added on ${formatDate(created_at)}`}
          onRemove={() => onRemovePasskey(passkey_id)}
        />
      ))}
      {totp && (
        <FactorLine
          icon={<Smartphone aria-hidden className="size-5" />}
          name="Authenticator app"
          about="Six digits that change every 30 seconds"
          onRemove={onRemoveApp}
        />
      )}
      <FactorLine
        icon={<KeyRound aria-hidden className="size-5" />}
        name="Recovery codes"
        about={`${recovery_codes_left} of 10 left`}
      />
    </ul>
  );
}

const FactorLine = ({
  icon,
  name,
  about,
  onRemove,
}: {
  icon: ReactNode;
  name: string;
  about: string;
  onRemove?: () => void;
}) => (
  <li className="flex items-center gap-3 border-b border-line pb-2 text-muted">
    {icon}
    <span className="min-w-0 grow">
      <span className="block wrap-anywhere text-text">{name}</span>
      <span className="block text-xs tabular-nums">{about}</span>
    </span>
    {onRemove && (
      <Button small onClick={onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    )}
  </li>
);

interface AddProps {
  onAdded: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

function AddPasskey({ onAdded, onClose }: AddProps) {
  const form = useId();
  const { admin } = trpc.useUtils().client;
  const [base] = useState({ values: { name: browserName(navigator.userAgent) } });
  const [name, setName] = useState(base.values.name);
  const guard = useFormGuard({
    name: 'passkey',
    base,
    values: { name },
    restore: (typed) => setName(typed.name),
    onClose,
  });
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    setAttempts(attempts + 1);
    if (name.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      const options = await admin.secondFactor.passkeyCreationOptions.mutate();
      const registration = await createPasskey<PasskeyRegistration>(options);
      const { recovery_codes } = await admin.secondFactor.addPasskey.mutate({ name, made: registration });
      guard.finish();
      onAdded(recovery_codes);
    } catch (error) {
      setProblem(getPasskeyError(error, 'The passkey could not be added. This device may have one already.'));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      title="Add a passkey"
      description="Sign in with your phone, computer or security key instead of a code."
      footer={
        <>
          <Button onClick={guard.close}>Cancel</Button>
          <Button form={form} type="submit" variant="primary" busy={busy} busyLabel="Waiting for your device...">
            Continue
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        {guard.restored}
        <FormProblems attempts={attempts} />
        {problem && <Banner tone="error">{problem}</Banner>}
        <Field
          label="Name"
          hint="Helps you recognise this passkey among several."
          maxLength={60}
          required
          value={name}
          error={attempts > 0 && name.trim() === '' ? 'Name is required' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
      {guard.question}
    </Dialog>
  );
}

function AddApp({ onAdded, onClose }: AddProps) {
  const form = useId();
  const enrollment = trpc.admin.secondFactor.totpEnrollment.useMutation();
  const confirm = trpc.admin.secondFactor.confirmTotp.useMutation();
  const [code, setCode] = useState('');
  // Codes are never stored in a draft.
  const guard = useFormGuard({ name: undefined, base: { values: { code: '' } }, values: { code }, onClose });
  const [attempts, setAttempts] = useState(0);
  const [isMistyped, setMistyped] = useState(false);
  const [problem, setProblem] = useState<string>();
  const showError = (error: unknown) => setProblem(getPasskeyError(error, 'Something went wrong. Please try again.'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (!enrollment.data) return enrollment.mutate(undefined, { onError: showError });
    setAttempts(attempts + 1);
    if (!/^\d{6}$/.test(readFactorCode(code))) return setMistyped(true);
    confirm.mutate({ code }, { onSuccess: ({ recovery_codes }) => onAdded(recovery_codes), onError: showError });
  };
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      title="Use an authenticator app"
      description="Any app for one-time codes works; many password managers include one."
      footer={
        <>
          <Button onClick={guard.close}>Cancel</Button>
          <Button form={form} type="submit" variant="primary" busy={enrollment.isPending || confirm.isPending}>
            {enrollment.data ? 'Confirm' : 'Show the QR code'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        <FormProblems attempts={attempts} />
        {problem && <Banner tone="error">{problem}</Banner>}
        {enrollment.data ? (
          <>
            <div className="flex flex-wrap items-center gap-5">
              <QrCode text={enrollment.data.uri} />
              <div className="grid min-w-0 grow basis-48 justify-items-start gap-2">
                <p className="text-muted">Scan the QR code with the app, or type this key into the app:</p>
                <output aria-label="Key for the app" className="code break-all select-all">
                  {enrollment.data.secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
                </output>
                <CopyButton value={enrollment.data.secret} label="Copy key" />
              </div>
            </div>
            <Field
              label="Code from the app (6 digits)"
              autoComplete="one-time-code"
              inputMode="numeric"
              inputClassName="code"
              value={code}
              error={isMistyped && 'Please enter the 6-digit code from the app.'}
              onChange={(event) => {
                setCode(event.target.value);
                setMistyped(false);
              }}
            />
          </>
        ) : (
          <p className="text-muted">This QR code is shown only once. Anyone who sees it can generate your codes.</p>
        )}
      </form>
      {guard.question}
    </Dialog>
  );
}

const QUIET_ZONE = 4;

/** Black on white in both themes, because scanners need this contrast. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-control border border-line bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}

const RecoveryCodes = ({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) => (
  <OneTimeSecret
    title="Save your recovery codes"
    label="Recovery codes"
    copyLabel="Copy all"
    value={codes}
    advice="Each code works once if you lose your passkey or app. Print them, or save them in a safe place."
    done="I have saved them"
    actions={
      <Button small onClick={() => saveFile('recovery-codes.txt', codes.join('\n'), 'text/plain')}>
        Save as a file
      </Button>
    }
    onClose={onSaved}
  />
);
