import { adminPaths } from '@inaam/contracts/common/paths';
import type { ChecklistKind, ChecklistLine } from '@inaam/contracts/insights/checklist';
import { Button, buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { cx } from '@inaam/ui/cx';
import { Link, type LinkOptions } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { usePreferences } from '../../app/preferences.ts';
import { trpc } from '../../app/trpc.ts';
import { Tour } from './tour.tsx';

interface Words {
  title: string;
  hint: string;
  action: string;
  target: LinkOptions | { href: string };
}

type Subject = ChecklistLine['subject'];

/** The texts of each line. A completed line shows only its title. */
const words: Record<ChecklistKind, (subject: Subject) => Words> = {
  network: (subject) =>
    subject?.id
      ? {
          title: 'Connect a network',
          hint: `${subject.name} waits for its first real postback.`,
          action: 'Continue',
          target: { to: adminPaths.networkSetup, params: { networkId: String(subject.id) } },
        }
      : {
          title: 'Connect a network',
          hint: 'It pays for conversions, and confirms each with a signed postback.',
          action: 'Add network',
          target: { to: adminPaths.addNetwork },
        },
  offers: () => ({
    title: 'Add an offer',
    hint: 'Users complete offers to earn spins. Import a network’s offers, or create your own.',
    action: 'Create an offer',
    target: { to: adminPaths.offers, search: { panel: 'new' } },
  }),
  stock: (subject) => ({
    title: 'Add vouchers',
    hint: subject
      ? `${subject.name} can be won, and no code is in stock.`
      : 'Each amount that an offer can award needs codes.',
    action: 'Add vouchers',
    target: { to: adminPaths.vouchers, search: { panel: subject?.id ? `new-${subject.id}` : 'new' } },
  }),
  mail: (subject) => ({
    title: 'Deliver an e-mail',
    hint: 'None has been delivered yet. Sign up in the app: the first e-mail confirms your address.',
    action: 'Open the app',
    target: { href: subject?.name ?? '/' },
  }),
  second_owner: () => ({
    title: 'Add a second owner',
    hint: 'Until then no second person approves costly changes. Choose the role Owner.',
    action: 'Add an admin',
    target: { to: adminPaths.admins },
  }),
  backups: () => ({
    title: 'Turn on backups',
    hint: 'PostgreSQL does not archive its log yet. The runbook “Back up and restore” lists the steps.',
    action: 'View operations',
    target: { to: adminPaths.operations },
  }),
};

/** The lines of the checklist; empty if the checklist is complete or hidden. */
export function useChecklist() {
  const { preferences, isLoading, set } = usePreferences();
  const mayRead = useIsAllowed()('admin.insights.checklist');
  const query = trpc.admin.insights.checklist.useQuery(undefined, {
    enabled: mayRead && !preferences.checklist_hidden,
    refetchInterval: 60_000,
  });
  return {
    lines: preferences.checklist_hidden ? [] : (query.data?.lines ?? []),
    /** True until the lines are known: content below the checklist would move when the lines appear. */
    isLoading: isLoading || query.isLoading,
    hide: () => set({ name: 'checklist_hidden', value: true }),
  };
}

/**
 * The steps of a new installation before it opens to users. The server derives from stored data which lines are
 * complete. Once all lines are complete, or the checklist is hidden, the tour takes its place.
 */
export function Checklist() {
  const { lines, isLoading, hide } = useChecklist();
  if (isLoading) return null;
  // The tour explains figures, which a new installation does not have.
  if (lines.length === 0) return <Tour />;
  const done = lines.filter(({ is_done }) => is_done).length;
  return (
    <section aria-labelledby="checklist">
      <Card className="grid gap-3">
        <header className="flex items-start gap-4">
          <div className="min-w-0 grow">
            <h2 id="checklist" className="text-base">
              Before you open
            </h2>
            <p className="text-sm text-muted tabular-nums">
              {done} of {lines.length} done. Each line is ticked off automatically.
            </p>
          </div>
          <Button small variant="quiet" onClick={hide}>
            Hide
          </Button>
        </header>
        <div aria-hidden className="flex gap-1">
          {lines.map(({ kind, is_done }) => (
            <span key={kind} className={cx('h-1 grow rounded-full', is_done ? 'bg-good' : 'bg-line')} />
          ))}
        </div>
        <ul className="grid gap-x-8 lg:grid-cols-2">
          {lines.map((line) => (
            <ChecklistItem key={line.kind} line={line} isNext={line === lines.find(({ is_done }) => !is_done)} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

/** A link to a page, or to the users' app in a new tab. */
const Action = ({ target, className, children }: { target: Words['target']; className: string; children: string }) =>
  'href' in target && typeof target.href === 'string' ? (
    <a href={target.href} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  ) : (
    <Link {...(target as LinkOptions)} className={className}>
      {children}
    </Link>
  );

function ChecklistItem({
  line: { kind, is_done, subject },
  isNext,
}: {
  line: ChecklistLine;
  /** True for the first open line, whose action is the primary button. */
  isNext: boolean;
}) {
  const { title, hint, action, target } = words[kind](subject);
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line py-2 first:border-t-0 lg:nth-2:border-t-0">
      <span
        aria-hidden
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full',
          is_done ? 'bg-good-soft text-good' : 'border-2 border-edge',
        )}
      >
        {is_done && <Check className="size-4" />}
      </span>
      <div className="min-w-0 grow">
        <p className={is_done ? 'text-muted' : 'font-semibold'}>
          {title}
          {is_done && <span className="sr-only"> (done)</span>}
        </p>
        {!is_done && <p className="text-sm text-muted">{hint}</p>}
      </div>
      {!is_done && (
        <Action
          target={target}
          className={cx(buttonClass({ small: true, variant: isNext ? 'primary' : 'secondary' }), 'shrink-0')}
        >
          {action}
        </Action>
      )}
    </li>
  );
}
