import { MAX_FLAGGED } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { usersCounted } from './bulk-words.ts';
import { actWords, type FlagDirection } from './fraud-actions.ts';

/** What can be done with the chosen users: those of the page, or all that the filters match. */
export function BulkBar({
  chosen,
  matching,
  total,
  onMatching,
  onClear,
  onAct,
}: {
  chosen: number;
  /** All that the filters match are meant. */
  matching: boolean;
  /** How many the filters match. */
  total: number;
  /** Given where the whole page is chosen and more match. */
  onMatching: (() => void) | undefined;
  onClear: () => void;
  onAct: (direction: FlagDirection) => void;
}) {
  return (
    <section
      aria-label="Selected users"
      className="sticky top-14 z-20 flex flex-wrap items-center gap-2 rounded-control border border-accent/50 bg-accent-soft px-3 py-2 md:top-2"
    >
      <p role="status" className="font-semibold tabular-nums">
        {matching ? `All ${usersCounted(total)} that match selected` : `${usersCounted(chosen)} selected`}
      </p>
      <div className="mr-auto flex flex-wrap gap-1 max-sm:-ml-3">
        <Button small variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
        {onMatching &&
          !matching &&
          (total <= MAX_FLAGGED ? (
            <Button small variant="quiet" onClick={onMatching}>
              Select all {total.toLocaleString('en-IN')} matching
            </Button>
          ) : (
            <span className="self-center px-1 text-xs text-muted">
              {total.toLocaleString('en-IN')} match; at most {MAX_FLAGGED.toLocaleString('en-IN')} at once
            </span>
          ))}
      </div>
      <Button small variant="danger" onClick={() => onAct('flag')}>
        {actWords.bulk_flag_users.label}
      </Button>
      <Button small onClick={() => onAct('unflag')}>
        {actWords.bulk_unflag_users.label}
      </Button>
    </section>
  );
}
