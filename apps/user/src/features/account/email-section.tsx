import type { AccountOverview } from '@inaam/contracts/account/account';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { Mail } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { getField, getFieldMessage } from '../../app/field-errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { account as words } from '../../words/words.ts';
import { AccountSection, ErrorMessage, StatusMessage } from './account-section.tsx';
import { VerifyForm } from './parts/verify-form.tsx';

/** The e-mail address: its verification and change. */
export function EmailSection({ account }: { account: AccountOverview }) {
  const [open, setOpen] = useState(false);
  return (
    <AccountSection
      icon={Mail}
      title={words.email}
      about={
        <span className="flex flex-wrap items-center gap-2">
          {account.email}
          <Badge tone={account.email_verified ? 'good' : 'warn'}>
            {account.email_verified ? words.verified : words.notVerified}
          </Badge>
        </span>
      }
      action={
        !open &&
        account.has_password &&
        account.mail && (
          <Button variant="tonal" onClick={() => setOpen(true)}>
            {words.changeEmail}
          </Button>
        )
      }
    >
      {!account.email_verified && account.mail && <VerifyForm email={account.email} />}
      {open && <NewAddress onDone={() => setOpen(false)} />}
      {!account.mail && <p className="text-sm text-muted">{words.noMail}</p>}
    </AccountSection>
  );
}

function NewAddress({ onDone }: { onDone: () => void }) {
  const utils = trpc.useUtils();
  const { recheck } = useAuth();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const ask = trpc.user.account.requestEmailChange.useMutation();
  const confirm = trpc.user.account.confirmEmailByCode.useMutation({
    onSuccess: async () => {
      await utils.user.account.overview.invalidate();
      recheck();
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ask.isSuccess) confirm.mutate({ code });
    else ask.mutate({ email, password });
  };
  const failed = confirm.error ?? ask.error;
  const failedField = getField(failed);
  const getFieldError = (field: string) =>
    failed && failedField === field ? getFieldMessage(failed, words.failed) : undefined;
  return (
    <form onSubmit={submit} className="grid gap-4">
      {ask.isSuccess ? (
        <>
          <StatusMessage>{words.sentTo({ email })}</StatusMessage>
          <Field
            label={words.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            inputClassName="code"
            required
            value={code}
            error={getFieldError('code')}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      ) : (
        <>
          <Field
            label={words.newEmail}
            name="email"
            type="email"
            autoComplete="email"
            required
            value={email}
            error={getFieldError('email')}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label={words.yourPassword}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={getFieldError('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      {failed && !['code', 'email', 'password'].includes(failedField ?? '') && (
        <ErrorMessage>{getErrorMessage(failed, words.failed)}</ErrorMessage>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={ask.isPending || confirm.isPending} busyLabel={words.oneMoment}>
          {ask.isSuccess ? words.confirm : words.sendMail}
        </Button>
        <Button onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  );
}
