import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import type { UserDetail, UserDetailCompletion } from '@inaam/contracts/identity/users';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Badge } from '@inaam/ui/badge';
import { Button, buttonClass } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Link } from '@tanstack/react-router';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { Tile, Tiles } from '../../page/tiles.tsx';
import { CompletionStatus } from '../completions/parts/completion-status.tsx';
import { VoucherCode } from '../vouchers/parts/voucher-code.tsx';
import { fullName } from './parts/full-name.ts';

/** The panel next to the list, with a user's figures and completions. The user's page shows more. */
export function UserPanel({ userId, onClose }: { userId: number; onClose: () => void }) {
  const query = trpc.admin.users.detail.useQuery({ user_id: userId, codes: 'masked' });
  const { data } = query;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      wide
      title={data ? fullName(data.user) : 'User'}
      {...(data && { description: data.user.email })}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Link
            to={adminPaths.user}
            params={{ userId: String(userId) }}
            className={buttonClass({ variant: 'primary' })}
          >
            View profile
          </Link>
        </>
      }
    >
      <Loadable query={query} what="the user" failed="Failed to fetch user details" shape={['h-20', 'h-64']}>
        {(loaded) => <UserSummary detail={loaded} />}
      </Loadable>
    </Dialog>
  );
}

const UserSummary = ({ detail: { user, completions } }: { detail: UserDetail }) => (
  <div className="grid gap-6">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {user.is_suspicious && <Badge tone="bad">Flagged</Badge>}
      <span>Registered {formatDate(user.registration_date)}</span>
      <span>Last active {formatDateTime(user.last_activity)} IST</span>
    </p>
    <Tiles className="grid-cols-2 sm:grid-cols-4">
      <Tile label="Completions" value={formatCount(user.total_completions)} />
      <Tile label="Spins used" value={formatCount(user.spins_used)} />
      <Tile label="Vouchers won" value={formatCount(user.total_vouchers_won)} />
      <Tile label="Revenue" value={formatRupees(user.total_revenue_generated)} />
    </Tiles>
    <section aria-labelledby="completions" className="grid gap-2">
      <h3 id="completions" className="text-base">
        Completions
      </h3>
      {completions.length === 0 ? (
        <p className="text-muted">No completions yet.</p>
      ) : (
        <ul className="grid">
          {completions.map((completion) => (
            <CompletionItem key={completion.completion_id} completion={completion} />
          ))}
        </ul>
      )}
    </section>
  </div>
);

const CompletionItem = ({ completion }: { completion: UserDetailCompletion }) => (
  <li className="grid gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_max-content]">
    <span className="min-w-0">
      <Link
        to={adminPaths.conversion}
        params={{ completionId: String(completion.completion_id) }}
        className="row-link wrap-anywhere"
      >
        {completion.title}
      </Link>
      <span className="block text-xs text-muted tabular-nums">
        {completion.category} · {formatDateTime(completion.completed_at)} IST
      </span>
    </span>
    <span className="sm:text-right">
      <CompletionStatus state={completion.state} amount={rewardAmount(completion.reward_type)} />
      <VoucherCode voucher={completion} />
    </span>
  </li>
);
