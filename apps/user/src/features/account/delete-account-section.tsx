import type { AccountOverview } from '@inaam/contracts/account/account';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Button } from '@inaam/ui/button';
import { PasswordField } from '@inaam/ui/password-field';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../app/client.ts';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { useDeletionDays } from '../../app/site.tsx';
import { account as words } from '../../words/words.ts';
import { AccountSection, ErrorMessage } from './account-section.tsx';
import { saveFile, toCsv } from './export-files.ts';

/** Export of the account's data, and deletion of the account. */
export function DeleteAccountSection({ account }: { account: AccountOverview }) {
  const utils = trpc.useUtils();
  const deletionDays = useDeletionDays();
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<'json' | 'csv'>();
  const requestDeletion = trpc.user.account.requestDeletion.useMutation({
    onSuccess: async () => {
      setAsking(false);
      setPassword('');
      await utils.user.account.overview.invalidate();
      window.scrollTo({ top: 0 });
    },
  });
  const save = async (type: 'json' | 'csv') => {
    setBusy(type);
    setFailure(undefined);
    try {
      const exported = await client.user.account.export.query();
      if (type === 'json') saveFile('my-data.json', 'application/json', JSON.stringify(exported, undefined, 2));
      else saveFile('my-data.csv', 'text/csv', toCsv(exported));
    } catch (error) {
      setFailure(getErrorMessage(error, words.dataFailed));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <AccountSection icon={FileDown} title={words.data} about={words.dataAbout}>
      <div className="ml-13 flex flex-wrap gap-2 max-xs:ml-0">
        <Button variant="tonal" busy={busy === 'json'} onClick={() => void save('json')}>
          {words.json}
        </Button>
        <Button variant="tonal" busy={busy === 'csv'} onClick={() => void save('csv')}>
          {words.csv}
        </Button>
      </div>
      <ErrorMessage>{failure}</ErrorMessage>
      {account.deletion_due_at === null && (
        <div className="ml-13 max-xs:ml-0">
          <Button variant="quiet" className="-ml-3 text-bad!" onClick={() => setAsking(true)}>
            {words.delete}
          </Button>
        </div>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.deleteTitle}
        description={words.deleteHow({ days: deletionDays })}
        confirmLabel={words.delete}
        danger
        busy={requestDeletion.isPending}
        busyLabel={words.oneMoment}
        ready={!account.has_password || password !== ''}
        onConfirm={() => requestDeletion.mutate({ password })}
      >
        {account.has_password && (
          <PasswordField
            label={words.yourPassword}
            autoComplete="current-password"
            value={password}
            error={requestDeletion.error ? getErrorMessage(requestDeletion.error, words.failed) : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </AlertDialog>
    </AccountSection>
  );
}
