import type { AccountOverview } from '@inaam/contracts/account/account';
import { Button } from '@inaam/ui/button';
import { PasswordField } from '@inaam/ui/password-field';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { getField, getFieldMessage } from '../../app/field-errors.ts';
import { account as words } from '../../words/words.ts';
import { AccountSection, ErrorMessage, StatusMessage } from './account-section.tsx';

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
  const failedField = getField(change.error);
  const getFieldError = (field: string) =>
    change.error && failedField === field ? getFieldMessage(change.error, words.tryAgain) : undefined;
  return (
    <AccountSection
      icon={LockKeyhole}
      title={words.password}
      about={account.has_password ? words.passwordAbout : words.passwordNone}
      action={
        account.has_password
          ? !open && (
              <Button variant="tonal" onClick={() => setOpen(true)}>
                {words.changePassword}
              </Button>
            )
          : account.mail && (
              <Button variant="tonal" busy={reset.isPending} onClick={() => reset.mutate({ email: account.email })}>
                {words.setPassword}
              </Button>
            )
      }
    >
      {open && (
        <form onSubmit={submit} className="grid gap-4">
          <PasswordField
            label={words.currentPassword}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={getFieldError('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordField
            label={words.newPassword}
            name="newPassword"
            autoComplete="new-password"
            hint={words.passwordHint}
            minLength={8}
            maxLength={256}
            required
            value={newPassword}
            error={getFieldError('newPassword')}
            onChange={(event) => setNewPassword(event.target.value)}
          />
          {change.error && failedField !== 'password' && failedField !== 'newPassword' && (
            <ErrorMessage>{getErrorMessage(change.error, words.passwordFailed)}</ErrorMessage>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={change.isPending} busyLabel={words.saving}>
              {words.changePassword}
            </Button>
            <Button onClick={() => setOpen(false)}>{words.cancel}</Button>
          </div>
        </form>
      )}
      <StatusMessage>
        {change.isSuccess && !open && words.passwordChanged}
        {reset.isSuccess && words.mailSent}
      </StatusMessage>
      <ErrorMessage>{reset.error && getErrorMessage(reset.error, words.mailFailed)}</ErrorMessage>
    </AccountSection>
  );
}
