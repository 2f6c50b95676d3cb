import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { fieldMessageOf, messageOf } from '../../app/errors.ts';

/** The code of the mail that verifies an address, and the way to another mail. */
export function VerifyForm({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
  const verify = trpc.user.account.verifyByCode.useMutation({
    onSuccess: () => utils.user.account.overview.invalidate(),
  });
  const resend = trpc.user.account.resendVerification.useMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ code });
  };
  return (
    <form onSubmit={submit} className="mt-1 grid gap-3">
      <p>
        We sent a mail to <strong className="wrap-anywhere">{email}</strong>. Open its link, or type its code.
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClassName="code"
          className="w-40"
          maxLength={10}
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={verify.isPending} busyLabel="Checking...">
          Verify
        </Button>
        <Button variant="quiet" busy={resend.isPending} busyLabel="Sending..." onClick={() => resend.mutate()}>
          Send again
        </Button>
      </div>
      <p role="status" className="empty:hidden">
        {resend.isSuccess && 'A new mail is on its way. Its code takes the place of the earlier one.'}
      </p>
      {(verify.error ?? resend.error) && (
        <p role="alert" className="font-semibold text-bad">
          {verify.error
            ? fieldMessageOf(verify.error, 'code', 'This did not work. Please try again.')
            : messageOf(resend.error, 'The mail could not be sent. Please try again.')}
        </p>
      )}
    </form>
  );
}
