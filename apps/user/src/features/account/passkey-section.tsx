import type { AccountOverview } from '@inaam/contracts/account/account';
import { formatDate } from '@inaam/contracts/common/time';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../app/client.ts';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { AccountSection, Refused } from './account-section.tsx';

/** Passkeys: the phone's or the computer's own lock in place of a password. */
export function PasskeySection({ account }: { account: AccountOverview }) {
  const utils = trpc.useUtils();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = trpc.user.account.removePasskey.useMutation({
    onSuccess: () => utils.user.account.overview.invalidate(),
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = await client.user.account.passkeyToMake.mutate({ password });
      const made = await startRegistration({ optionsJSON: optionsJSON as never });
      await client.user.account.addPasskey.mutate({ name, made: made as never });
      await utils.user.account.overview.invalidate();
      setOpen(false);
      setName('');
      setPassword('');
    } catch (error) {
      setFailure(
        error instanceof Error && error.name === 'NotAllowedError'
          ? 'No passkey was made. You can try again.'
          : messageOf(error, 'The passkey could not be added. This device may have one already.'),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountSection
      title="Passkeys"
      about="Sign in with the lock of your phone or computer: nothing to type, nothing to steal."
    >
      {account.passkeys.length > 0 && (
        <ul className="grid gap-2">
          {account.passkeys.map((key) => (
            <li key={key.passkey_id} className="flex items-center gap-3">
              <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="min-w-0 grow">
                <span className="block wrap-anywhere">{key.name}</span>
                <span className="block text-sm text-muted">
                  {key.last_used_at
                    ? `Used on ${formatDate(key.last_used_at)}`
                    : `Added on ${formatDate(key.created_at)}`}
                </span>
              </span>
              <Button
                small
                aria-label={`Remove ${key.name}`}
                busy={remove.isPending && remove.variables.passkey_id === key.passkey_id}
                onClick={() => remove.mutate({ passkey_id: key.passkey_id })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open ? (
        <form onSubmit={(event) => void add(event)} className="grid gap-4">
          <Field
            label="Name"
            hint="To know it by: “My phone”"
            maxLength={60}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {account.has_password && (
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          <Refused>{failure}</Refused>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={busy} busyLabel="Waiting for your device...">
              Add passkey
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>Add a passkey</Button>
        </div>
      )}
      <Refused>{remove.error && messageOf(remove.error, 'The passkey could not be removed.')}</Refused>
    </AccountSection>
  );
}
