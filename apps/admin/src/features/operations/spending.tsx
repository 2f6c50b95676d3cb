import { formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import { type CeilingState, type PausablePart, pausableParts, type Spending } from '@inaam/contracts/spending/spending';
import { Button } from '@inaam/ui/button';
import { StatusDot } from '@inaam/ui/status-dot';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import { POLL_MS } from '../../app/use-poll.ts';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { CeilingDialog } from './ceiling-dialog.tsx';
import { FiguresPart } from './figures.tsx';

const PARTS: Record<PausablePart, { name: string; effect: string }> = {
  spins: {
    name: 'Spins',
    effect: 'No wheel can be spun. Completions wait and lose nothing, and spins that were drawn are still shown.',
  },
  starts: { name: 'Starts of offers', effect: 'No offer can be started. Offers that were started still complete.' },
  sign_ups: { name: 'Sign-ups', effect: 'No account can be created. Users who have one sign in as usual.' },
};

/** Pauses of spending, and ceilings on the cost of spins. */
export function SpendingSection() {
  const query = trpc.admin.spending.get.useQuery(undefined, { refetchInterval: POLL_MS });
  return (
    <Loadable query={query} what="spending" shape={['h-56']}>
      {(spending) => (
        <>
          <Pauses spending={spending} />
          <Ceilings spending={spending} />
        </>
      )}
    </Loadable>
  );
}

function Pauses({ spending: { pauses, ceilings } }: { spending: Spending }) {
  const { pause: changedPart } = useSearch({ from: `/admin${adminPaths.operations}` });
  const navigate = useNavigate({ from: adminPaths.operations });
  const setChangedPart = (pause: PausablePart | undefined) => void navigate({ search: { pause }, replace: true });
  const reachedCeiling = ceilings.find(
    ({ offer_id, is_lifted, spent, rupees }) => !offer_id && !is_lifted && spent >= rupees,
  );
  return (
    <FiguresPart title="Pause" note="Users see a notice; postbacks are still accepted">
      <ul className="grid divide-y divide-line">
        {pausableParts.map((part) => {
          const pause = pauses.find((each) => each.part === part);
          const ceiling = part === 'spins' ? reachedCeiling : undefined;
          return (
            <li key={part} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 first:pt-0 last:pb-0">
              <div className="min-w-0 grow basis-48">
                <StatusDot tone={pause || ceiling ? 'bad' : 'good'} wrap>
                  {PARTS[part].name}: {pause || ceiling ? 'paused' : 'running'}
                </StatusDot>
                <p className="pl-4 text-sm wrap-anywhere text-muted">
                  {pause
                    ? [describeEnd(pause.until), pause.note].filter(Boolean).join(' · ')
                    : ceiling && `A ceiling is reached, until ${formatDateTime(ceiling.ends_at)} IST`}
                </p>
              </div>
              <Allowed to="admin.spending.pause">
                <Button small variant={pause ? 'primary' : 'secondary'} onClick={() => setChangedPart(part)}>
                  {pause ? 'Resume' : 'Pause'}
                  <span className="sr-only"> {PARTS[part].name.toLowerCase()}</span>
                </Button>
              </Allowed>
            </li>
          );
        })}
      </ul>
      {changedPart &&
        (pauses.some(({ part }) => part === changedPart) ? (
          <Resume part={changedPart} onClose={() => setChangedPart(undefined)} />
        ) : (
          <Pause part={changedPart} onClose={() => setChangedPart(undefined)} />
        ))}
    </FiguresPart>
  );
}

const describeEnd = (until: string | null): string =>
  until === null ? 'Until an owner resumes it' : `Until ${formatDateTime(until)} IST`;

interface Change {
  part: PausablePart;
  onClose: () => void;
}

function Pause({ part, onClose }: Change) {
  const pause = trpc.admin.spending.pause.useMutation(useSuccessToast(onClose, getMessage));
  const { name, effect } = PARTS[part];
  return (
    <ConfirmDialog
      danger
      title={`Pause ${name.toLowerCase()} for everyone?`}
      consequence={`${effect} The pause lasts until an owner ends it.`}
      confirm="Pause"
      busy="Pausing..."
      failed="Nothing was paused"
      draft={`pause-${part}`}
      note={{ label: 'Reason', hint: 'For the audit log and other admins.', rows: 2 }}
      mutation={pause}
      onConfirm={(note) => pause.mutate({ part, note: note === '' ? null : note })}
      onClose={onClose}
    />
  );
}

function Resume({ part, onClose }: Change) {
  const resume = trpc.admin.spending.resume.useMutation(useSuccessToast(onClose, getMessage));
  const name = PARTS[part].name.toLowerCase();
  return (
    <ConfirmDialog
      title={`Resume ${name}?`}
      consequence="It takes effect within a second."
      confirm="Resume"
      busy="Resuming..."
      failed="Nothing was resumed"
      mutation={resume}
      onConfirm={() => resume.mutate({ part })}
      onClose={onClose}
    />
  );
}

function Ceilings({ spending: { ceilings, hour, day } }: { spending: Spending }) {
  const [editedCeiling, setEditedCeiling] = useState<CeilingState | 'new'>();
  const [liftedCeiling, setLiftedCeiling] = useState<CeilingState>();
  return (
    <FiguresPart
      title="Ceilings"
      note={`${formatRupees(Math.round(hour))} this hour, ${formatRupees(Math.round(day))} today`}
      action={
        <Allowed to="admin.spending.setCeiling">
          <Button small onClick={() => setEditedCeiling('new')}>
            Add ceiling
          </Button>
        </Allowed>
      }
    >
      {ceilings.length === 0 ? (
        <p className="text-muted">No ceiling yet: spins never pause because of their cost.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {ceilings.map((ceiling) => (
            <Ceiling
              key={`${ceiling.offer_id} ${ceiling.period}`}
              ceiling={ceiling}
              onEdit={() => setEditedCeiling(ceiling)}
              onLift={() => setLiftedCeiling(ceiling)}
            />
          ))}
        </ul>
      )}
      {editedCeiling && (
        <CeilingDialog
          ceiling={editedCeiling === 'new' ? undefined : editedCeiling}
          onClose={() => setEditedCeiling(undefined)}
        />
      )}
      {liftedCeiling && <LiftCeiling ceiling={liftedCeiling} onClose={() => setLiftedCeiling(undefined)} />}
    </FiguresPart>
  );
}

/** `All offers, per day` */
const nameCeiling = ({ title, offer_id, period }: CeilingState): string =>
  `${offer_id === null ? 'All offers' : (title ?? `Offer ${offer_id}`)}, ${period === 'day' ? 'per day' : 'per hour'}`;

/** Above this share of a ceiling, the figure is shown as a warning. The alert SpendNearCeiling has the same limit. */
const WARNING_SHARE = 0.8;

function Ceiling({ ceiling, onEdit, onLift }: { ceiling: CeilingState; onEdit: () => void; onLift: () => void }) {
  const { rupees, spent, ends_at, is_lifted } = ceiling;
  const share = spent / rupees;
  const isReached = share >= 1;
  const name = nameCeiling(ceiling);
  return (
    <li className="py-2 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <StatusDot tone={isReached && !is_lifted ? 'bad' : share > WARNING_SHARE ? 'warn' : 'good'} wrap>
            {name}
          </StatusDot>
          <p className="pl-4 text-sm text-muted tabular-nums">
            {formatRupees(Math.round(spent))} of {formatRupees(rupees)}
            {isReached && (is_lifted ? ' · lifted' : ' · spins paused')}
            {isReached && ` until ${formatDateTime(ends_at)} IST`}
          </p>
        </div>
        <Allowed to="admin.spending.setCeiling">
          <div className="flex gap-2">
            {isReached && !is_lifted && (
              <Button small variant="primary" onClick={onLift}>
                Lift<span className="sr-only"> {name}</span>
              </Button>
            )}
            <Button small onClick={onEdit}>
              Change<span className="sr-only"> {name}</span>
            </Button>
          </div>
        </Allowed>
      </div>
      <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full ${isReached && !is_lifted ? 'bg-bad' : share > WARNING_SHARE ? 'bg-warn' : 'bg-accent'}`}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </div>
    </li>
  );
}

function LiftCeiling({ ceiling, onClose }: { ceiling: CeilingState; onClose: () => void }) {
  const lift = trpc.admin.spending.liftCeiling.useMutation(useSuccessToast(onClose, getMessage));
  const { offer_id, period, spent, rupees, ends_at } = ceiling;
  const cost = `spins have cost ${formatRupees(Math.round(spent))} of ${formatRupees(rupees)}`;
  return (
    <ConfirmDialog
      danger
      title="Let spins continue above this ceiling?"
      consequence={`${nameCeiling(ceiling)}: ${cost}. Nothing stops spins until ${formatDateTime(ends_at)} IST.`}
      confirm="Lift the ceiling"
      busy="Lifting..."
      failed="The ceiling was not lifted"
      mutation={lift}
      onConfirm={() => lift.mutate({ offer_id, period })}
      onClose={onClose}
    />
  );
}
