import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Badge } from '@inaam/ui/badge';
import { Button, buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link, useParams } from '@tanstack/react-router';
import { Flag, FlagOff, ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { useRecentRecord } from '../../app/recent-records.ts';
import { trpc } from '../../app/trpc.ts';
import { Fact, Facts, Missing } from '../../page/facts.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { PrintButton } from '../../page/print-button.tsx';
import { BackLink, RecordPage } from '../../page/record-page.tsx';
import { Section } from '../../page/section.tsx';
import { Tile, Tiles } from '../../page/tiles.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { AuditTrail, type WithEntries } from '../audit/parts/audit-trail.tsx';
import { ConfirmFlag } from '../fraud/parts/confirm-flag.tsx';
import { LegalHold } from './legal-hold.tsx';
import { fullName } from './parts/full-name.ts';
import type { UserAction } from './parts/user-action.ts';
import { useRequestedAction } from './use-requested-action.ts';
import { UserCompletions, UserOwedWins, UserVouchers, WaitingClicks } from './user-activity.tsx';
import { UserSessions } from './user-sessions.tsx';

const back = { to: adminPaths.users, label: 'All users' } as const;
const words = { title: 'User', failed: 'Failed to fetch user details', missing: 'There is no such user' };

export function UserScreen() {
  const { userId } = useParams({ from: `/admin${adminPaths.user}` });
  const { act, requestCount } = useRequestedAction(userId);
  const query = trpc.admin.users.profile.useQuery({ user_id: Number(userId) });
  return (
    <RecordPage query={query} words={words} back={back} figures>
      {(profile) => <Profile key={`${userId} ${requestCount}`} act={act} profile={profile} />}
    </RecordPage>
  );
}

function Profile({ profile, act }: { profile: WithEntries<UserProfile>; act: UserAction | undefined }) {
  const { user } = profile;
  const name = fullName(user);
  useRecentRecord({
    id: `user-${user.user_id}`,
    label: name,
    hint: 'User',
    target: { to: adminPaths.user, params: { userId: String(user.user_id) } },
  });
  return (
    <div className="grid gap-4">
      <BackLink {...back} />
      <PageHeader
        title={name}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {name !== user.email && <span className="wrap-anywhere">{user.email}</span>}
            {user.is_suspicious && <Badge tone="bad">Flagged</Badge>}
            {user.legal_hold && <Badge tone="warn">Legal hold</Badge>}
          </span>
        }
        action={
          <>
            <PrintButton />
            <FlagButton user={user} name={name} startsOpen={act === 'flag'} />
          </>
        }
      />
      {user.is_suspicious && <FlagBanner user={user} />}
      <UserFigures profile={profile} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <UserOwedWins owed={profile.owed} />
          <UserVouchers vouchers={profile.vouchers} winner={name} startsOpen={act === 'resend'} />
          <WaitingClicks
            clicks={profile.waiting_clicks}
            user={{ user_id: user.user_id, name }}
            startsOpen={act === 'credit'}
          />
          <UserCompletions completions={profile.completions} />
          <AuditTrail entries={profile.audit} />
        </div>
        <div className="grid min-w-0 gap-4 print:order-first">
          <UserFacts user={user} />
          <LegalHold user={user} name={name} />
          <UserSessions sessions={profile.sessions} user={{ user_id: user.user_id, name }} />
        </div>
      </div>
    </div>
  );
}

/** The reason why the user cannot sign in. */
const FlagBanner = ({ user: { suspended_at, suspended_note } }: { user: UserProfile['user'] }) => (
  <section aria-label="Flag" className="flex gap-3 rounded-card border border-bad/40 bg-bad-soft p-card">
    <Flag aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
    <div className="min-w-0">
      <p className="font-semibold">Flagged: cannot sign in, and every session has ended</p>
      {suspended_at && (
        <p className="wrap-anywhere">
          <Timestamp at={suspended_at} className="tabular-nums" />
          {suspended_note && `: ${suspended_note}`}
        </p>
      )}
    </div>
  </section>
);

function FlagButton({ user, name, startsOpen }: { user: UserProfile['user']; name: string; startsOpen: boolean }) {
  const [isConfirming, setIsConfirming] = useState(startsOpen);
  const flagged = user.is_suspicious;
  const Icon = flagged ? FlagOff : Flag;
  return (
    <>
      <Link
        to={adminPaths.fraud}
        search={{ panel: `user-${user.user_id}` }}
        className={cx(buttonClass(), 'print:hidden')}
      >
        <ScanSearch aria-hidden className="size-4" />
        Evidence
      </Link>
      <Allowed to="admin.fraud.act">
        <Button icon={<Icon aria-hidden className="size-4" />} onClick={() => setIsConfirming(true)}>
          {flagged ? 'Unflag User' : 'Flag User'}
        </Button>
      </Allowed>
      {isConfirming && (
        <ConfirmFlag
          user={{ user_id: user.user_id, name, email: user.email }}
          direction={flagged ? 'unflag' : 'flag'}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

const UserFigures = ({
  profile: { user, owed, waiting_clicks },
}: {
  profile: Pick<UserProfile, 'user' | 'owed' | 'waiting_clicks'>;
}) => (
  <Tiles className="grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
    <Tile
      label="Completions"
      value={formatCount(user.total_completions)}
      note={`${formatCount(user.spins_used)} spun`}
    />
    <Tile
      label="Vouchers won"
      value={formatCount(user.total_vouchers_won)}
      note={`${formatRupees(user.voucher_value)} so far`}
    />
    <Tile label="Revenue" value={formatRupees(user.total_revenue_generated)} note="Paid by networks" />
    <Tile
      label="Pending clicks"
      value={formatCount(waiting_clicks.length)}
      note={
        owed.length === 0 ? 'No owed wins' : <StatusDot tone="warn">{formatPlural(owed.length, 'win')} owed</StatusDot>
      }
    />
  </Tiles>
);

/** The number of accounts that share a value; more than one account is suspicious. */
const SharedCount = ({ count, what }: { count: number; what: string }) =>
  count > 1 ? (
    <StatusDot tone="warn" wrap>
      {formatCount(count)} accounts from this {what}
    </StatusDot>
  ) : (
    <span className="text-muted">No other account from this {what}</span>
  );

const UserFacts = ({ user }: { user: UserProfile['user'] }) => (
  <Section title="Profile">
    <Facts stacked>
      <Fact term="Signs in with">
        {user.google ? 'Google' : 'E-mail and password'}
        <span className="block text-sm">
          {user.email_verified ? (
            <StatusDot tone="good">E-mail verified</StatusDot>
          ) : (
            <StatusDot tone="neutral">E-mail not verified</StatusDot>
          )}
        </span>
      </Fact>
      <Fact term="Registered">
        <Timestamp at={user.registration_date} />
      </Fact>
      <Fact term="Last activity">
        <Timestamp at={user.last_activity} />
      </Fact>
      <Fact term="Registered from">
        {user.registration_ip ? (
          <>
            <span className="block font-mono text-sm">{user.registration_ip}</span>
            <span className="text-sm">
              <SharedCount count={user.ip_count} what="address" />
            </span>
          </>
        ) : (
          <Missing />
        )}
      </Fact>
      <Fact term="Device">
        {user.registration_device ? (
          <>
            <span className="block font-mono text-sm">{user.registration_device}</span>
            <span className="text-sm">
              <SharedCount count={user.device_count} what="device" />
            </span>
          </>
        ) : (
          <Missing>No fingerprint</Missing>
        )}
      </Fact>
      <Fact term="User ID">{user.user_id}</Fact>
    </Facts>
  </Section>
);
