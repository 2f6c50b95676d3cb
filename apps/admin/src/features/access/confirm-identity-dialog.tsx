import type { PasskeyAssertion } from '@inaam/contracts/account/account';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Fingerprint } from 'lucide-react';
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react';
import { callsAwaitingProof } from '../../app/identity-proof.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { getPasskeyAssertion, getPasskeyError } from './passkey-call.ts';

/** Asks for the admin's identity when a call requires it. Rendered above every page. */
export function ConfirmIdentityDialog() {
  const isOpen = useSyncExternalStore(callsAwaitingProof.subscribe, callsAwaitingProof.isOpen);
  return isOpen ? <IdentityForm /> : null;
}

function IdentityForm() {
  const form = useId();
  const factor = trpc.admin.secondFactor.get.useQuery();
  const utils = trpc.useUtils();
  const confirm = trpc.admin.identity.confirm.useMutation();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const close = () => callsAwaitingProof.settle(false);
  const send = async (input: Parameters<typeof confirm.mutateAsync>[0]) => {
    setProblem(undefined);
    await confirm.mutateAsync(input);
    callsAwaitingProof.settle(true);
  };
  const attempt = (work: Promise<void>) =>
    void work.catch((error: unknown) => setProblem(getPasskeyError(error, 'Something went wrong. Please try again.')));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === '') return setProblem(hasFactor ? 'Please enter the code.' : 'Please enter your password.');
    attempt(send(hasFactor ? { code: typed } : { password: typed }));
  };
  const confirmByPasskey = async () => {
    const options = await utils.client.admin.identity.passkeyChallenge.mutate();
    await send({ answer: await getPasskeyAssertion<PasskeyAssertion>(options) });
  };
  const passkeys = factor.data?.passkeys.length ?? 0;
  const hasFactor = passkeys > 0 || factor.data?.totp === true;
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Confirm your identity"
      description="This action is sensitive, and it has been a few minutes since you last confirmed who you are."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button form={form} type="submit" variant="primary" disabled={!factor.data} busy={confirm.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        {problem && <Banner tone="error">{problem}</Banner>}
        {passkeys > 0 && (
          <Button
            block
            icon={<Fingerprint aria-hidden className="size-4" />}
            onClick={() => attempt(confirmByPasskey())}
          >
            Use a passkey
          </Button>
        )}
        {factor.data &&
          (hasFactor ? (
            <Field
              label={factor.data.totp ? 'Code from your app, or a recovery code' : 'Recovery code'}
              autoComplete="one-time-code"
              inputMode={factor.data.totp ? 'numeric' : 'text'}
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value.trim())}
            />
          ) : (
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          ))}
      </form>
    </Dialog>
  );
}
