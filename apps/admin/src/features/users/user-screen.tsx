import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Badge } from '@inaam/ui/badge';
import { Button, buttonClass } from '@inaam/ui/button';
import { Link, useParams } from '@tanstack/react-router';
import { Flag, FlagOff, ScanSearch } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { trpc } from '../../app/trpc.ts';
import { BackLink } from '../../page/back-link.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Loaded } from '../../page/record-page.tsx';
import { Moment } from '../../page/timestamp.tsx';
import { AuditTrail } from '../../shared/audit/audit-trail.tsx';
import type { WithEntries } from '../../shared/audit/entry-changes.tsx';
import { fullName } from '../../shared/users/full-name.ts';
import { UserCompletions } from './user-completions.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserFigures } from './user-figures.tsx';
import { UserSessions } from './user-sessions.tsx';
import { OwedWins, UserVouchers } from './user-vouchers.tsx';
import { WaitingClicks } from './waiting-clicks.tsx';

const back = { to: paths.users, label: 'All users' } as const;
const words = { title: 'User', failed: 'Failed to fetch user details', missing: 'There is no such user' };

/** Asks before the user is flagged or unflagged, and does it. */
export type FlagDialog = ComponentType<{
  user: { user_id: number; name: string; email: string };
  direction: 'flag' | 'unflag';
  onClose: () => void;
}>;

/** Everything about one user on one screen. The route brings the dialog that flags, which is the fraud feature's. */
export function UserScreen({ FlagDialog }: { FlagDialog: FlagDialog }) {
  const { userId } = useParams({ from: '/admin/admin/users/$userId' });
  const query = trpc.admin.users.profile.useQuery({ user_id: Number(userId) });
  return (
    <Loaded query={query} words={words} back={back} figures>
      {(profile) => <Profile profile={profile} FlagDialog={FlagDialog} />}
    </Loaded>
  );
}

function Profile({ profile, FlagDialog }: { profile: WithEntries<UserProfile>; FlagDialog: FlagDialog }) {
  const { user } = profile;
  const name = fullName(user);
  return (
    <div className="grid gap-4">
      <BackLink {...back} />
      <PageHeader
        title={name}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {name !== user.email && <span className="wrap-anywhere">{user.email}</span>}
            {user.is_suspicious && <Badge tone="bad">Flagged</Badge>}
          </span>
        }
        action={<FlagButton user={user} name={name} FlagDialog={FlagDialog} />}
      />
      {user.is_suspicious && <Flagged user={user} />}
      <UserFigures profile={profile} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <OwedWins owed={profile.owed} />
          <UserVouchers vouchers={profile.vouchers} winner={name} />
          <WaitingClicks clicks={profile.waiting_clicks} user={{ user_id: user.user_id, name }} />
          <UserCompletions completions={profile.completions} />
          <AuditTrail entries={profile.audit} />
        </div>
        <div className="grid min-w-0 gap-4">
          <UserFacts user={user} />
          <UserSessions sessions={profile.sessions} user={{ user_id: user.user_id, name }} />
        </div>
      </div>
    </div>
  );
}

/** Why the user cannot sign in. */
const Flagged = ({ user: { suspended_at, suspended_note } }: { user: UserProfile['user'] }) => (
  <section aria-label="Flag" className="flex gap-3 rounded-card border border-bad/40 bg-bad-soft p-card">
    <Flag aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
    <div className="min-w-0">
      <p className="font-semibold">Flagged: cannot sign in, and every session has ended</p>
      {suspended_at && (
        <p className="wrap-anywhere">
          <Moment at={suspended_at} className="tabular-nums" />
          {suspended_note && `: ${suspended_note}`}
        </p>
      )}
    </div>
  </section>
);

function FlagButton({ user, name, FlagDialog }: { user: UserProfile['user']; name: string; FlagDialog: FlagDialog }) {
  const [asking, setAsking] = useState(false);
  const flagged = user.is_suspicious;
  const Icon = flagged ? FlagOff : Flag;
  return (
    <>
      <Link to={paths.fraud} search={{ panel: `user-${user.user_id}` }} className={buttonClass()}>
        <ScanSearch aria-hidden className="size-4" />
        Evidence
      </Link>
      <Button icon={<Icon aria-hidden className="size-4" />} onClick={() => setAsking(true)}>
        {flagged ? 'Unflag User' : 'Flag User'}
      </Button>
      {asking && (
        <FlagDialog
          user={{ user_id: user.user_id, name, email: user.email }}
          direction={flagged ? 'unflag' : 'flag'}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
