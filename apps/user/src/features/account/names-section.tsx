import type { AccountOverview } from '@inaam/contracts/account/account';
import { joinNames } from '@inaam/contracts/common/format';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { UserRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { account as words } from '../../words/words.ts';
import { AccountSection, ErrorMessage } from './account-section.tsx';

export function NamesSection({ account }: { account: AccountOverview }) {
  const utils = trpc.useUtils();
  const { recheck } = useAuth();
  const [open, setOpen] = useState(false);
  const [firstName, setFirstName] = useState(account.first_name);
  const [lastName, setLastName] = useState(account.last_name);
  const change = trpc.user.account.changeNames.useMutation({
    onSuccess: async () => {
      await utils.user.account.overview.invalidate();
      setOpen(false);
      recheck();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ firstName, lastName });
  };
  return (
    <AccountSection
      icon={UserRound}
      title={words.name}
      about={joinNames(account.first_name, account.last_name)}
      action={
        !open && (
          <Button variant="tonal" onClick={() => setOpen(true)}>
            {words.changeName}
          </Button>
        )
      }
    >
      {open && (
        <form onSubmit={submit} className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={words.firstName}
              autoComplete="given-name"
              maxLength={80}
              required
              value={firstName}
              onChange={(event) => setFirstName(event.target.value)}
            />
            <Field
              label={words.lastName}
              hint={words.lastNameHint}
              autoComplete="family-name"
              maxLength={80}
              value={lastName}
              onChange={(event) => setLastName(event.target.value)}
            />
          </div>
          <ErrorMessage>{change.error && getErrorMessage(change.error, words.nameFailed)}</ErrorMessage>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={change.isPending} busyLabel={words.saving}>
              {words.save}
            </Button>
            <Button onClick={() => setOpen(false)}>{words.cancel}</Button>
          </div>
        </form>
      )}
    </AccountSection>
  );
}
