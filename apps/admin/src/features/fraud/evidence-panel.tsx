import { formatCount } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Evidence } from '@inaam/contracts/fraud/evidence';
import type { FraudSubject } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { isConfirmationOpen, useKeys } from '../../app/keyboard.ts';
import { trpc } from '../../app/trpc.ts';
import { Loadable } from '../../page/loadable.tsx';
import { EvidenceBody } from './evidence-body.tsx';
import { type EvidenceActions, fraudActionTexts } from './parts/fraud-actions.ts';
import { findNeighbours } from './row-neighbours.ts';
import { toPanelParam } from './subject.ts';

const kinds = { user: 'User', ip: 'IP address', device: 'Device' } as const;

/** `User, flagged on 3 May 2026, 2:02 pm IST: Ring of shared devices` */
function describeStatus({ kind, is_banned, banned_at, note }: Evidence): string {
  if (!is_banned) return kinds[kind];
  const statusWord = kind === 'user' ? 'flagged' : 'blocked';
  const dateText = banned_at && ` on ${formatDateTime(banned_at)} IST`;
  return `${kinds[kind]}, ${statusWord}${dateText ?? ''}${note ? `: ${note}` : ''}`;
}

/** The evidence about one user, IP address or device, with actions. Shortcuts open the next or previous row. */
export function EvidencePanel({
  subject,
  queue,
  onPanel,
  onClose,
  actions,
}: {
  subject: FraudSubject;
  /** The panel parameters of the page's rows, such as `user-12`, in the order of the rows. */
  queue: readonly string[];
  /** Opens another row's evidence and replaces the history entry, so that Back leads to the list. */
  onPanel: (panel: string) => void;
  onClose: () => void;
  actions: EvidenceActions;
}) {
  const panel = toPanelParam(subject);
  const query = trpc.admin.fraud.evidence.useQuery(subject);
  const [lastPanel, setLastPanel] = useState<string>();
  if (queue.includes(panel) && lastPanel !== panel) setLastPanel(panel);
  const { position, previous, next } = findNeighbours(queue, panel, lastPanel);
  const go = (to: string | undefined) => {
    if (to && !isConfirmationOpen()) onPanel(to);
  };
  useKeys({
    j: () => go(next),
    arrowright: () => go(next),
    k: () => go(previous),
    arrowleft: () => go(previous),
  });
  const { data } = query;
  const person = subject.kind === 'user' ? data?.accounts.find(({ user_id }) => user_id === subject.key) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      wide
      title={data ? person?.name || data.title : kinds[subject.kind]}
      description={
        data ? (
          <>
            {person?.name && <span className="block">{person.email}</span>}
            {describeStatus(data)}
          </>
        ) : (
          'Evidence'
        )
      }
      footer={
        <>
          <div className="mr-auto flex items-center gap-1">
            <Button
              small
              disabled={!previous}
              aria-keyshortcuts="K ArrowLeft"
              onClick={() => go(previous)}
              icon={<ChevronLeft aria-hidden className="size-4" />}
            >
              <span className="max-sm:sr-only">Previous</span>
            </Button>
            <Button small disabled={!next} aria-keyshortcuts="J ArrowRight" onClick={() => go(next)}>
              <span className="max-sm:sr-only">Next</span>
              <ChevronRight aria-hidden className="size-4" />
            </Button>
            {position > 0 && (
              <span className="px-1 text-xs text-muted tabular-nums">
                {position} of {queue.length}
              </span>
            )}
          </div>
          {data && <SubjectButtons subject={subject} evidence={data} actions={actions} />}
        </>
      }
    >
      <Loadable
        query={query}
        what="the evidence"
        failed="The evidence could not be loaded"
        shape={['h-16', 'h-28', 'h-48']}
      >
        {(loaded) => <EvidenceBody key={panel} evidence={loaded} actions={actions} />}
      </Loadable>
    </Dialog>
  );
}

/** Flags or blocks the panel's subject, or removes the flag or block. */
function SubjectButtons({
  subject,
  evidence,
  actions,
}: {
  subject: FraudSubject;
  evidence: Evidence;
  actions: EvidenceActions;
}) {
  const { is_banned: banned } = evidence;
  const busy = actions.running(subject.kind, subject.key);
  const buttonProps = { variant: banned ? 'secondary' : 'danger', busy: !!busy, busyLabel: busy } as const;
  if (subject.kind === 'user') {
    const direction = banned ? 'unflag' : 'flag';
    const account = evidence.accounts.find(({ user_id }) => user_id === subject.key);
    const person = { user_id: subject.key, name: account?.name ?? evidence.title, email: account?.email ?? '' };
    return (
      <Allowed to="admin.fraud.act">
        <Button {...buttonProps} onClick={() => actions.onFlag(person, direction)}>
          {fraudActionTexts[`${direction}_user`].label}
        </Button>
      </Allowed>
    );
  }
  const direction = banned ? 'unblock' : 'block';
  // The users of a shared address, such as a mobile carrier's, need not be related. So they cannot be flagged together.
  const unflagged = evidence.shared === null ? evidence.accounts.filter(({ is_suspicious }) => !is_suspicious) : [];
  return (
    <Allowed to="admin.fraud.act">
      {unflagged.length > 1 && (
        <Button onClick={() => actions.onFlagAll(unflagged)}>Flag all {formatCount(unflagged.length)}</Button>
      )}
      <Button {...buttonProps} onClick={() => actions.onBlock(subject, direction)}>
        {fraudActionTexts[`${direction}_${subject.kind}`].label}
      </Button>
    </Allowed>
  );
}
