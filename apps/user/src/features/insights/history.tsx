import type { CompletionView } from '@inaam/contracts/insights';
import { formatRupees } from '@inaam/contracts/money';
import { rewardAmount } from '@inaam/contracts/reward-type';
import { formatDate, formatDateTime } from '@inaam/contracts/time';
import { Badge, type Tone } from '@inaam/ui/badge';
import { Banner } from '@inaam/ui/banner';
import { Button, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { EmptyState } from '@inaam/ui/empty-state';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { messageOf } from '../../app/errors.ts';
import { paths } from '../../app/paths.ts';

/** Completions with what their spins gave, in the server's order: the newest first. */
export function History({ completions }: { completions: readonly CompletionView[] }) {
  if (completions.length === 0) {
    return (
      <EmptyState
        kind="first-use"
        title="Nothing completed yet"
        action={
          <Link to={paths.offers} className={buttonClass({ variant: 'primary' })}>
            See the offers
          </Link>
        }
      >
        Each offer you complete appears here, with the voucher it won.
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
      {completions.map((completion) => (
        <li
          key={completion.completion_id}
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="text-base leading-snug">{completion.title}</h2>
              <p className="mt-0.5 text-sm text-muted">
                <time dateTime={completion.completed_at}>{formatDateTime(completion.completed_at)}</time>
              </p>
            </div>
            <Badge>{completion.category}</Badge>
          </div>
          <p className="text-sm">
            <Outcome completion={completion} />
          </p>
          {completion.voucher && <Voucher voucher={completion.voucher} />}
        </li>
      ))}
    </ul>
  );
}

/** What became of a completion, as a dot with words. */
function outcomeOf(completion: CompletionView): { tone: Tone; words: string } {
  const amount = rewardAmount(completion.reward_type);
  if (amount !== undefined && completion.owed)
    return { tone: 'warn', words: `Won ${formatRupees(amount)}: your voucher is on its way` };
  if (amount !== undefined) return { tone: 'good', words: `Won ${formatRupees(amount)}` };
  if (completion.spinner_used) return { tone: 'neutral', words: 'No reward this time' };
  if (completion.reversed) return { tone: 'bad', words: 'Taken back by the partner' };
  return { tone: 'accent', words: 'Ready to Spin' };
}

const Outcome = ({ completion }: { completion: CompletionView }) => {
  const { tone, words } = outcomeOf(completion);
  return (
    <StatusDot wrap tone={tone}>
      {words}
    </StatusDot>
  );
};

const statusWords: Record<string, string> = { used: 'Used', expired: 'Expired' };

function Voucher({ voucher }: { voucher: NonNullable<CompletionView['voucher']> }) {
  const utils = trpc.useUtils();
  const [failure, setFailure] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const markUsed = trpc.user.vouchers.markUsed.useMutation({
    onMutate: () => setFailure(undefined),
    onSuccess: async () => {
      await utils.user.insights.stats.invalidate();
      // The pressed button is about to go; without this the focus would fall back to the top of the page.
      box.current?.focus({ preventScroll: true });
    },
    onError: (error) => setFailure(messageOf(error, 'Failed to update voucher status')),
  });
  const spent = voucher.status !== 'assigned';
  return (
    <div ref={box} tabIndex={-1} className="mt-auto grid gap-3 rounded-control bg-sunken p-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm font-semibold">
            {voucher.brand} · {formatRupees(voucher.amount)}
          </p>
          <p className={`code mt-1 ${spent ? 'text-muted line-through' : 'font-semibold'}`}>{voucher.code}</p>
        </div>
        {spent ? (
          <Badge>{statusWords[voucher.status] ?? voucher.status}</Badge>
        ) : (
          <CopyButton value={voucher.code} what="voucher code" />
        )}
      </div>
      <p className="text-sm text-muted">Valid until {formatDate(voucher.expiry_date)}</p>
      {voucher.description && <p className="text-sm text-muted">{voucher.description}</p>}
      {voucher.terms && (
        <details className="text-sm text-muted">
          <summary className="link">Terms</summary>
          <p className="mt-1 whitespace-pre-line">{voucher.terms}</p>
        </details>
      )}
      {failure && <Banner tone="error" title={failure} onDismiss={() => setFailure(undefined)} />}
      {!spent && (
        <Button
          busy={markUsed.isPending}
          busyLabel="Marking..."
          onClick={() => markUsed.mutate({ voucher_id: voucher.voucher_id })}
        >
          Mark as used
        </Button>
      )}
    </div>
  );
}
