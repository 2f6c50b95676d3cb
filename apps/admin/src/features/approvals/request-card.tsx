import { type ApprovalKind, type ApprovalRequest, approvalKinds } from '@inaam/contracts/approvals/approvals';
import { adminPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { Link } from '@tanstack/react-router';
import {
  BadgeIndianRupee,
  Cable,
  Dices,
  KeyRound,
  type LucideIcon,
  Replace,
  TicketPercent,
  UserRoundCog,
} from 'lucide-react';
import { useId, useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, getMessage, reasonField, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Timestamp } from '../../page/timestamp.tsx';

const icons: Record<ApprovalKind, LucideIcon> = {
  credit: BadgeIndianRupee,
  odds: Dices,
  codes: TicketPercent,
  role: UserRoundCog,
  network_secret: KeyRound,
  network_rate: Cable,
  offer_network: Replace,
};

/** A pending request: the change, the facts that help to decide, and the buttons for the decision. */
export function RequestCard({ request, mayDecide }: { request: ApprovalRequest; mayDecide: boolean }) {
  const { kind, title, facts, related_record, reason, asked_by, key, is_own, asked_at, expires_at } = request;
  const heading = useId();
  const [openDialog, setOpenDialog] = useState<'approve' | 'refuse' | 'withdraw'>();
  const Icon = icons[kind];
  const close = () => setOpenDialog(undefined);
  return (
    <article aria-labelledby={heading}>
      <Card className="grid gap-4">
        <header className="flex items-start gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-control bg-warn-soft text-warn">
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="min-w-0 grow">
            <p className="text-xs text-muted">{approvalKinds[kind]}</p>
            <h2 id={heading} className="text-base wrap-anywhere">
              {title}
            </h2>
            <p className="mt-0.5 text-sm wrap-anywhere text-muted">
              {is_own ? 'You' : asked_by}
              {key && ` (service key ${key})`} requested this on <Timestamp at={asked_at} className="tabular-nums" />
            </p>
          </div>
        </header>
        {reason && (
          <blockquote className="border-l-2 border-edge pl-3 wrap-anywhere whitespace-pre-line">{reason}</blockquote>
        )}
        <FactList facts={facts} />
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 grow basis-48 text-sm text-muted">
            Expires <Timestamp at={expires_at} className="tabular-nums" />
            {related_record && (
              <>
                {' · '}
                <RelatedRecordLink record={related_record} />
              </>
            )}
          </p>
          {mayDecide && (
            <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
              <Button onClick={() => setOpenDialog('refuse')}>
                Refuse<span className="sr-only">: {title}</span>
              </Button>
              <Button variant="primary" onClick={() => setOpenDialog('approve')}>
                Approve<span className="sr-only">: {title}</span>
              </Button>
            </div>
          )}
          {is_own && (
            <Button onClick={() => setOpenDialog('withdraw')}>
              Withdraw<span className="sr-only">: {title}</span>
            </Button>
          )}
        </footer>
      </Card>
      {openDialog === 'approve' && <Approve request={request} onClose={close} />}
      {openDialog === 'refuse' && <Refuse request={request} onClose={close} />}
      {openDialog === 'withdraw' && <Withdraw request={request} onClose={close} />}
    </article>
  );
}

/** The facts that help to decide on a request. */
const FactList = ({ facts }: Pick<ApprovalRequest, 'facts'>) => (
  <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-control bg-sunken p-3">
    {facts.map(([term, value]) => (
      <div key={term} className="contents">
        <dt className="max-w-32 text-sm text-muted sm:max-w-40">{term}</dt>
        <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

const RelatedRecordLink = ({ record: { page, id } }: { record: NonNullable<ApprovalRequest['related_record']> }) =>
  page === 'user' ? (
    <Link to={adminPaths.user} params={{ userId: String(id) }} className="link">
      View user
    </Link>
  ) : (
    <Link to={adminPaths.network} params={{ networkId: String(id) }} className="link">
      View network
    </Link>
  );

interface Answer {
  request: ApprovalRequest;
  onClose: () => void;
}

function Approve({ request: { request_id, title, facts, asked_by }, onClose }: Answer) {
  const approve = trpc.admin.approvals.approve.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      title="Approve this request?"
      consequence={`${title}: it is executed as soon as you approve. The audit log names both ${asked_by} and you.`}
      confirm="Approve"
      busy="Approving..."
      failed="The request could not be executed"
      mutation={approve}
      onConfirm={() => approve.mutate({ request_id })}
      onClose={onClose}
    >
      <FactList facts={facts} />
    </ConfirmDialog>
  );
}

function Refuse({ request: { request_id, title, asked_by }, onClose }: Answer) {
  const refuse = trpc.admin.approvals.refuse.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      title="Refuse this request?"
      consequence={`${title}: it will not be executed, and ${asked_by} is notified with your reason.`}
      confirm="Refuse"
      busy="Refusing..."
      failed="The request was not refused"
      draft={`refuse-${request_id}`}
      note={reasonField('What is wrong or missing. Stored in the audit log.')}
      mutation={refuse}
      onConfirm={(reason) => refuse.mutate({ request_id, reason })}
      onClose={onClose}
    />
  );
}

function Withdraw({ request: { request_id, title }, onClose }: Answer) {
  const withdraw = trpc.admin.approvals.withdraw.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      title="Withdraw your request?"
      consequence={`${title}: it will not be executed, and owners no longer see it as pending.`}
      confirm="Withdraw"
      busy="Withdrawing..."
      failed="The request was not withdrawn"
      mutation={withdraw}
      onConfirm={() => withdraw.mutate({ request_id })}
      onClose={onClose}
    />
  );
}
