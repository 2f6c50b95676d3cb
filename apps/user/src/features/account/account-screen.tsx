import { userPaths } from '@inaam/contracts/common/paths';
import { buttonClass } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Link } from '@tanstack/react-router';
import { BellRing, ChevronLeft } from 'lucide-react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { LoadFailed } from '../../app/load-failed.tsx';
import { messages, account as words } from '../../words/words.ts';
import { AccountSection } from './account-section.tsx';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { EmailSection } from './email-section.tsx';
import { NamesSection } from './names-section.tsx';
import { OwnDevices } from './own-devices.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';

/** The person's own account: sign-in methods, sessions, notifications and deletion. */
export function AccountScreen() {
  const query = trpc.user.account.overview.useQuery();
  const { data, error } = query;
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <header>
        <Link to={userPaths.profile} className="link inline-flex min-h-control items-center gap-1 text-sm">
          <ChevronLeft aria-hidden className="size-4" />
          {words.profile}
        </Link>
        <h1 className="text-xl sm:text-2xl">{words.title}</h1>
      </header>
      {error && !data && (
        <LoadFailed title={words.failedTitle} query={query}>
          {getErrorMessage(error, words.checkConnection)}
        </LoadFailed>
      )}
      {!data && !error && (
        <Loading label={words.loading} className="grid gap-4">
          {['h-40', 'h-32', 'h-48'].map((height) => (
            <Skeleton key={height} className={`${height} rounded-card`} />
          ))}
        </Loading>
      )}
      {data && (
        <>
          <CrashBoundary>
            <EmailSection account={data} />
          </CrashBoundary>
          <CrashBoundary>
            <NamesSection account={data} />
          </CrashBoundary>
          <CrashBoundary>
            <PasswordSection account={data} />
          </CrashBoundary>
          <CrashBoundary>
            <PasskeySection account={data} />
          </CrashBoundary>
          <CrashBoundary>
            <OwnDevices />
          </CrashBoundary>
          <AccountSection
            icon={BellRing}
            title={messages.choices}
            about={messages.choicesHow}
            action={
              <Link
                to={userPaths.notifications}
                search={{ tab: 'choices' }}
                className={buttonClass({ variant: 'tonal' })}
              >
                {messages.choose}
              </Link>
            }
          />
          <CrashBoundary>
            <DeleteAccountSection account={data} />
          </CrashBoundary>
        </>
      )}
    </div>
  );
}
