import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../app/client.ts';
import { getFieldMessage } from '../../app/field-errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Address, replaceTags } from '../../words/rich.tsx';
import { guests as words } from '../../words/words.ts';

interface FinishSignUpProps {
  email: string;
  /**
   * Sends another mail by repeating the sign-up. The response is the same for an e-mail address that is already
   * registered, so it does not reveal whether an account exists.
   */
  onAgain: () => Promise<void>;
  onOtherAddress: () => void;
}

/** Asks for the code from the sign-up mail. The link in the mail finishes the sign-up too. */
export function FinishSignUp({ email, onAgain, onOtherAddress }: FinishSignUpProps) {
  const { enter } = useAuth();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [again, setAgain] = useState<'sending' | 'sent'>();
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
  const sendAgain = async () => {
    setAgain('sending');
    setFailure(undefined);
    try {
      await onAgain();
      setAgain('sent');
      setCode('');
    } catch (error) {
      setFailure(error);
      setAgain(undefined);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid justify-items-center gap-2 text-center">
        <MailCheck aria-hidden className="size-12 text-accent" />
        <p>{replaceTags(words.sentCode({ email }), { b: <Address /> })}</p>
      </div>
      <Field
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        inputClassName="code"
        required
        value={code}
        error={failure === undefined ? undefined : getFieldMessage(failure, words.failed)}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" block busy={busy} busyLabel={words.checking}>
        {words.finish}
      </Button>
      <div className="grid justify-items-center text-center text-sm">
        <p role="status" className="mb-1 text-muted">
          {again === 'sent' ? words.sentAgain : words.nothingYet}
        </p>
        <Button variant="quiet" busy={again === 'sending'} busyLabel={words.sending} onClick={() => void sendAgain()}>
          {words.sendAgain}
        </Button>
        <Button variant="quiet" onClick={onOtherAddress}>
          {words.otherAddress}
        </Button>
      </div>
    </form>
  );
}
