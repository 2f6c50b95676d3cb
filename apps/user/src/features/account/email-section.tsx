import type { AccountOverview } from '@inaam/contracts/account/account';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { fieldMessageOf, fieldOf, messageOf } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { AccountSection, Refused, Said } from './account-section.tsx';
import { VerifyForm } from './verify-form.tsx';

/** The address: whether it is verified, and the way to another one. */
export function EmailSection({ account }: { account: AccountOverview }) {
  const [open, setOpen] = useState(false);
  return (
    <AccountSection
      title="E-mail"
      about={
        <span className="flex flex-wrap items-center gap-2">
          {account.email}
          <Badge tone={account.email_verified ? 'good' : 'warn'}>
            {account.email_verified ? 'Verified' : 'Not verified'}
          </Badge>
        </span>
      }
    >
      {!account.email_verified && account.mail && <VerifyForm email={account.email} />}
      {open && <NewAddress onDone={() => setOpen(false)} />}
      {!open && account.has_password && account.mail && (
        <div>
          <Button onClick={() => setOpen(true)}>Change e-mail</Button>
        </div>
      )}
      {!account.mail && <p className="text-sm text-muted">No mail is sent here, so the address cannot be changed.</p>}
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
  const at = fieldOf(failed);
  const errorOf = (field: string) =>
    failed && at === field ? fieldMessageOf(failed, field, 'This did not work. Please try again.') : undefined;
  return (
    <form onSubmit={submit} className="grid gap-4">
      {ask.isSuccess ? (
        <>
          <Said>We sent a mail to {email}. Open its link, or type its code.</Said>
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            inputClassName="code"
            maxLength={10}
            required
            value={code}
            error={errorOf('code')}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      ) : (
        <>
          <Field
            label="New e-mail"
            name="email"
            type="email"
            autoComplete="email"
            required
            value={email}
            error={errorOf('email')}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            error={errorOf('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      {failed && !['code', 'email', 'password'].includes(at ?? '') && (
        <Refused>{messageOf(failed, 'This did not work. Please try again.')}</Refused>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={ask.isPending || confirm.isPending} busyLabel="One moment...">
          {ask.isSuccess ? 'Confirm' : 'Send the mail'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
