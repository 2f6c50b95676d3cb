import { emailPaths } from '@inaam/contracts/common/email-paths';
import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { PasswordField } from '@inaam/ui/password-field';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { client } from '../../app/client.ts';
import { getErrorCode, getErrorMessage } from '../../app/errors.ts';
import { getField, getFieldMessage } from '../../app/field-errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { identity, guests as words } from '../../words/words.ts';
import { FrontPage } from './front-page.tsx';
import { LinkAccount, useLinkDescription, useOtherAccount } from './link-account.tsx';

/** Sets a new password with the secret of a reset link. */
export function NewPassword({ secret }: { secret: string }) {
  const { logout, recheck } = useAuth();
  const link = useLinkDescription(secret);
  const other = useOtherAccount(link?.account);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await client.user.account.resetPassword.mutate({ token: secret, password });
      // The reset has ended all sessions of the link's account. A session of another account in this browser ends, too,
      // because the next step is a sign-in to the link's account.
      if (other) await logout().catch(() => undefined);
      else recheck();
      setDone(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (done) {
    return (
      <FrontPage title={words.changedTitle}>
        <div role="status" className="grid justify-items-center gap-3 py-2 text-center">
          <CircleCheck aria-hidden className="size-12 text-good" />
          <p>{words.changedHow}</p>
          <Link to={userPaths.login} className={buttonClass({ variant: 'primary', block: true })}>
            {identity.signIn}
          </Link>
        </div>
      </FrontPage>
    );
  }
  const isPasswordError = getField(failure) === 'password';
  return (
    <FrontPage title={words.newTitle}>
      {failure !== undefined && !isPasswordError && (
        <Banner
          tone="error"
          title={getErrorMessage(failure, words.failed)}
          className="mb-4"
          action={
            getErrorCode(failure) === 'LINK_NOT_VALID' && (
              <Link to="/$" params={{ _splat: emailPaths.reset.slice(1) }} className="link" reloadDocument>
                {words.newLink}
              </Link>
            )
          }
        />
      )}
      <LinkAccount link={link} ends />
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <PasswordField
          label={words.newPassword}
          name="password"
          autoComplete="new-password"
          hint={words.passwordHint}
          minLength={8}
          maxLength={256}
          required
          value={password}
          error={isPasswordError ? getFieldMessage(failure, words.chooseOther) : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" block busy={busy} busyLabel={words.saving}>
          {words.savePassword}
        </Button>
      </form>
    </FrontPage>
  );
}
