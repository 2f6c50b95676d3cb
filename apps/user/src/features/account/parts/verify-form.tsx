import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../../app/data.tsx';
import { getErrorMessage } from '../../../app/errors.ts';
import { getFieldMessage } from '../../../app/field-errors.ts';
import { Address, replaceTags } from '../../../words/rich.tsx';
import { account as words } from '../../../words/words.ts';

/** The form for the code that verifies an email address, with a button that sends another mail. */
export function VerifyForm({ email, onVerified }: { email: string; onVerified?: () => void }) {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
  const verify = trpc.user.account.verifyByCode.useMutation({
    onSuccess: () => {
      onVerified?.();
      return utils.user.account.overview.invalidate();
    },
  });
  const resend = trpc.user.account.resendVerification.useMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ code });
  };
  return (
    <form onSubmit={submit} className="mt-1 grid gap-3">
      <p>{replaceTags(words.sentToBold({ email }), { b: <Address /> })}</p>
      <div className="flex items-end gap-2">
        <Field
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClassName="code"
          className="w-40 min-w-0"
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={verify.isPending} busyLabel={words.checking}>
          {words.verify}
        </Button>
      </div>
      <div className="-my-2 -ml-3">
        <Button small variant="quiet" busy={resend.isPending} busyLabel={words.sending} onClick={() => resend.mutate()}>
          {words.sendAgain}
        </Button>
      </div>
      <p role="status" className="empty:hidden">
        {resend.isSuccess && words.sentAgain}
      </p>
      {(verify.error ?? resend.error) && (
        <p role="alert" className="font-semibold text-bad">
          {verify.error ? getFieldMessage(verify.error, words.failed) : getErrorMessage(resend.error, words.mailFailed)}
        </p>
      )}
    </form>
  );
}
