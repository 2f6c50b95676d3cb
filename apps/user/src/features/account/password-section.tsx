import type { AccountOverview } from '@inaam/contracts/account/account';
import { Button } from '@inaam/ui/button';
import { PasswordField } from '@inaam/ui/password-field';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { fieldMessageOf, fieldOf, messageOf } from '../../app/errors.ts';
import { AccountSection, Refused, Said } from './account-section.tsx';

export function PasswordSection({ account }: { account: AccountOverview }) {
  const utils = trpc.useUtils();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = trpc.user.account.changePassword.useMutation({
    onSuccess: async () => {
      setOpen(false);
      setPassword('');
      setNewPassword('');
      await utils.user.account.sessions.invalidate();
    },
  });
  const reset = trpc.user.account.requestReset.useMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ password, newPassword });
  };
  const at = fieldOf(change.error);
  const errorOf = (field: string) =>
    change.error && at === field ? fieldMessageOf(change.error, field, 'Please try again.') : undefined;
  return (
    <AccountSection
      title="Password"
      about={
        account.has_password
          ? 'Changing it signs out all your other devices.'
          : 'You sign in with Google. A password is a second way in.'
      }
    >
      {open && (
        <form onSubmit={submit} className="grid gap-4">
          <PasswordField
            label="Present password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={errorOf('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint="8 characters or more"
            minLength={8}
            maxLength={256}
            required
            value={newPassword}
            error={errorOf('newPassword')}
            onChange={(event) => setNewPassword(event.target.value)}
          />
          {change.error && at !== 'password' && at !== 'newPassword' && (
            <Refused>{messageOf(change.error, 'Your password could not be changed.')}</Refused>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={change.isPending} busyLabel="Saving...">
              Change password
            </Button>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
          </div>
        </form>
      )}
      {!open && account.has_password && (
        <div>
          <Button onClick={() => setOpen(true)}>Change password</Button>
        </div>
      )}
      {!account.has_password && account.mail && (
        <div>
          <Button busy={reset.isPending} onClick={() => reset.mutate({ email: account.email })}>
            Send me a link to set one
          </Button>
        </div>
      )}
      <Said>
        {change.isSuccess && !open && 'Your password is changed.'}
        {reset.isSuccess && 'A mail is on its way.'}
      </Said>
      <Refused>{reset.error && messageOf(reset.error, 'The mail could not be sent.')}</Refused>
    </AccountSection>
  );
}
