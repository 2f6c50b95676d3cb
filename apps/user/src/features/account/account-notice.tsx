import { userPaths } from '@inaam/contracts/common/paths';
import { formatDate } from '@inaam/contracts/common/time';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { Link, useLocation } from '@tanstack/react-router';
import { trpc } from '../../app/data.tsx';
import { VerifyForm } from './verify-form.tsx';

/** What an account has to tell its owner on every screen: that it waits for verification, or goes, or texts changed. */
export function AccountNotice() {
  const { pathname } = useLocation();
  const utils = trpc.useUtils();
  const { data } = trpc.user.account.overview.useQuery(undefined, { staleTime: 60_000 });
  const refresh = () => void utils.user.account.overview.invalidate();
  const keep = trpc.user.account.keepAccount.useMutation({ onSuccess: refresh });
  const accept = trpc.user.account.acceptTexts.useMutation({ onSuccess: refresh });
  if (!data) return null;
  return (
    <>
      {data.deletion_due_at !== null && (
        <Banner
          tone="error"
          title={`Your account will be deleted on ${formatDate(data.deletion_due_at)}`}
          className="mb-4"
          action={
            <Button small busy={keep.isPending} onClick={() => keep.mutate()}>
              Keep my account
            </Button>
          }
        />
      )}
      {/* The account's own page has the form already. */}
      {data.must_verify && data.mail && pathname !== userPaths.account && (
        <Banner tone="info" title="Verify your e-mail to spin" className="mb-4">
          <VerifyForm email={data.email} />
        </Banner>
      )}
      {data.changed_texts.length > 0 && (
        <Banner
          tone="info"
          title="We have changed our texts"
          className="mb-4"
          action={
            <>
              {data.changed_texts.map((document) => (
                <Link key={document} to={userPaths[document]} className={buttonClass({ small: true })}>
                  {document === 'terms' ? 'Read the Terms' : 'Read the Privacy Policy'}
                </Link>
              ))}
              <Button small variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
                I agree
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
