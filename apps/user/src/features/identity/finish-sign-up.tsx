import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../app/client.ts';
import { fieldMessageOf } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { rich } from '../../words/rich.tsx';
import { guests as words } from '../../words/words.ts';

/** Waits for the code of the mail that a sign-up sent; its link does the same. */
export function FinishSignUp({ email }: { email: string }) {
  const { enter } = useAuth();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      enter(await client.user.account.finishSignUp.mutate({ email, code }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid justify-items-center gap-2 text-center">
        <MailCheck aria-hidden className="size-12 text-accent" />
        <p>{rich(words.sentCode({ email }), { b: <strong className="wrap-anywhere" /> })}</p>
      </div>
      <Field
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        inputClassName="code"
        maxLength={10}
        required
        value={code}
        error={failure === undefined ? undefined : fieldMessageOf(failure, 'code', words.failed)}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={busy} busyLabel={words.checking}>
        {words.finish}
      </Button>
    </form>
  );
}
