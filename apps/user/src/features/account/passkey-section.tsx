import type { AccountOverview } from '@inaam/contracts/account/account';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Fingerprint, KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../app/client.ts';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { formatDate } from '../../words/dates.ts';
import { account as words } from '../../words/words.ts';
import { AccountSection, ErrorMessage } from './account-section.tsx';

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
      const optionsJSON = await client.user.account.passkeyCreationOptions.mutate({ password });
      const registration = await startRegistration({ optionsJSON: optionsJSON as never });
      await client.user.account.addPasskey.mutate({ name, made: registration as never });
      await utils.user.account.overview.invalidate();
      setOpen(false);
      setName('');
      setPassword('');
    } catch (error) {
      setFailure(
        error instanceof Error && error.name === 'NotAllowedError'
          ? words.passkeyNotAdded
          : getErrorMessage(error, words.addFailed),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountSection
      icon={Fingerprint}
      title={words.passkeys}
      about={words.passkeysAbout}
      action={
        !open && (
          <Button variant="tonal" onClick={() => setOpen(true)}>
            {words.addOne}
          </Button>
        )
      }
    >
      {account.passkeys.length > 0 && (
        <ul className="grid gap-2">
          {account.passkeys.map((key) => (
            <li key={key.passkey_id} className="flex flex-wrap items-center gap-3">
              <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="min-w-0 grow basis-24">
                <span className="block wrap-anywhere">{key.name}</span>
                <span className="block text-sm text-muted">
                  {key.last_used_at
                    ? words.usedOn({ date: formatDate(key.last_used_at) })
                    : words.addedOn({ date: formatDate(key.created_at) })}
                </span>
              </span>
              <Button
                small
                className="shrink-0"
                aria-label={words.removeNamed({ name: key.name })}
                busy={remove.isPending && remove.variables.passkey_id === key.passkey_id}
                onClick={() => remove.mutate({ passkey_id: key.passkey_id })}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <form onSubmit={(event) => void add(event)} className="grid gap-4">
          <Field
            label={words.passkeyName}
            hint={words.passkeyHint}
            maxLength={60}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {account.has_password && (
            <PasswordField
              label={words.yourPassword}
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          <ErrorMessage>{failure}</ErrorMessage>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={busy} busyLabel={words.waiting}>
              {words.add}
            </Button>
            <Button onClick={() => setOpen(false)}>{words.cancel}</Button>
          </div>
        </form>
      )}
      <ErrorMessage>{remove.error && getErrorMessage(remove.error, words.removeFailed)}</ErrorMessage>
    </AccountSection>
  );
}
