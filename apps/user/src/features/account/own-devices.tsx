import { translateBrowserName } from '@inaam/contracts/account/browser-name';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { Monitor, MonitorSmartphone, Smartphone } from 'lucide-react';
import { trpc } from '../../app/data.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { formatDateTime, formatTimeSince } from '../../words/dates.ts';
import { account as words } from '../../words/words.ts';
import { AccountSection, ErrorMessage } from './account-section.tsx';

/** Sessions of the account. */
export function OwnDevices() {
  const utils = trpc.useUtils();
  const { data, error } = trpc.user.account.sessions.useQuery();
  const onSuccess = () => utils.user.account.sessions.invalidate();
  const end = trpc.user.account.endSession.useMutation({ onSuccess });
  const endOthers = trpc.user.account.endOtherSessions.useMutation({ onSuccess });
  const failed = error ?? end.error ?? endOthers.error;
  return (
    <AccountSection icon={MonitorSmartphone} title={words.devices} about={words.devicesAbout}>
      {!data && !error && (
        <Loading label={words.devicesLoading} className="grid gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      {data && (
        <ul className="grid gap-3">
          {data.map((session) => {
            const { browserOn, unknownBrowser } = words;
            const browser = translateBrowserName(session.browser, { browserOn, unknownBrowser });
            const used = formatTimeSince(session.last_seen_at, new Date());
            const Device = /iPhone|iPad|Android/.test(session.browser) ? Smartphone : Monitor;
            return (
              <li key={session.session_id} className="flex flex-wrap items-start gap-3">
                <Device aria-hidden className="mx-2.5 mt-0.5 size-5 shrink-0 text-muted max-xs:mx-0" />
                <span className="min-w-0 grow basis-24">
                  <span className="flex flex-wrap items-center gap-2">
                    {browser}
                    {session.present && <Badge tone="good">{words.present}</Badge>}
                    {session.google && <Badge>Google</Badge>}
                  </span>
                  <span className="block text-sm wrap-anywhere text-muted">
                    {words.since({
                      place: session.ip ?? words.unknownAddress,
                      from: formatDateTime(session.created_at),
                      when: used.kind === 'now' ? words.justNow : used.text,
                    })}
                  </span>
                </span>
                {!session.present && (
                  <Button
                    small
                    className="shrink-0 whitespace-nowrap"
                    aria-label={words.endNamed({ browser })}
                    busy={end.isPending && end.variables.sessionId === session.session_id}
                    onClick={() => end.mutate({ sessionId: session.session_id })}
                  >
                    {words.end}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {data && data.length > 1 && (
        <div className="ml-13 max-xs:ml-0">
          <Button
            variant="tonal"
            busy={endOthers.isPending}
            busyLabel={words.ending}
            onClick={() => endOthers.mutate()}
          >
            {words.endOthers}
          </Button>
        </div>
      )}
      <ErrorMessage>{failed && getErrorMessage(failed, words.failed)}</ErrorMessage>
    </AccountSection>
  );
}
