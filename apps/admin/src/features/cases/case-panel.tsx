import type { CreditCase } from '@inaam/contracts/cases/cases';
import { Button, buttonClass } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { toast } from '@inaam/ui/toaster';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { ReasonDialog } from '../../page/reason-dialog.tsx';
import { CreditByHand } from '../../shared/completions/credit-completion.tsx';
import { fullName } from '../../shared/users/full-name.ts';
import { CaseEvidence } from './case-evidence.tsx';

/** One case beside the list: what is known, and the two ways to end it. */
export function CasePanel({ caseId, onClose }: { caseId: number; onClose: () => void }) {
  const query = trpc.admin.cases.get.useQuery({ case_id: caseId });
  const { data } = query;
  const [ending, setEnding] = useState<'credit' | 'close'>();
  const stay = () => setEnding(undefined);
  const user = data && { user_id: data.user_id, name: fullName(data) || data.email };
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        place="side"
        wide
        title={data?.title ?? 'Case'}
        {...(data && { description: `${data.email} · ${data.network ?? 'No network'}` })}
        footer={
          <>
            {user && (
              <Link
                to={paths.user}
                params={{ userId: String(user.user_id) }}
                className={buttonClass({ variant: 'quiet' })}
              >
                Open user
              </Link>
            )}
            {data?.status === 'open' ? (
              <>
                <Button onClick={() => setEnding('close')}>Close with a note</Button>
                {data.network_id !== null && data.completion === null && (
                  <Button variant="primary" onClick={() => setEnding('credit')}>
                    Credit by hand
                  </Button>
                )}
              </>
            ) : (
              <Button onClick={onClose}>Close</Button>
            )}
          </>
        }
      >
        <Loadable query={query} what="the case" failed="The case could not be loaded" shape={['h-28', 'h-56', 'h-32']}>
          {(found) => <CaseEvidence found={found} />}
        </Loadable>
      </Dialog>
      {data && user && ending === 'credit' && (
        <CreditByHand click={{ ...data, created_at: data.clicked_at, ip: data.click_ip }} user={user} onClose={stay} />
      )}
      {data && ending === 'close' && <CloseCase found={data} onClose={stay} />}
    </>
  );
}

function CloseCase({ found, onClose }: { found: CreditCase; onClose: () => void }) {
  const utils = trpc.useUtils();
  const close = trpc.admin.cases.close.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
      return utils.admin.invalidate();
    },
  });
  return (
    <ReasonDialog
      title={`Close the case of ${found.email}?`}
      consequence={`“${found.title}” is not credited. The user reads the reason on the offer, and may ask again.`}
      confirm="Close the case"
      busy="Closing..."
      failed="The case was not closed"
      hint="Words for the user: why the partner does not count it. Kept in the audit log."
      running={close}
      onConfirm={(reason) => close.mutate({ case_id: found.case_id, reason })}
      onClose={onClose}
    />
  );
}
