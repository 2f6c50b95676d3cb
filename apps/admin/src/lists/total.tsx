import { formatCount } from '@inaam/contracts/common/format';
import type { Pagination } from '@inaam/contracts/common/lists';
import type { ListWords } from './columns.ts';

/** Formats a total: `582`, or `10,000+` if the count is capped. */
export const formatTotal = ({ total, capped }: Pick<Pagination, 'total' | 'capped'>): string =>
  `${formatCount(total)}${capped ? '+' : ''}`;

/** The number of matching rows. A capped count is a button that requests the exact count. */
export function Total({
  pagination,
  words,
  isCounting,
  onCountAll,
}: {
  pagination: Pagination;
  words: Pick<ListWords, 'one' | 'many'>;
  isCounting: boolean;
  onCountAll: () => void;
}) {
  const noun = pagination.total === 1 ? words.one : words.many;
  if (!pagination.capped)
    return (
      <>
        {formatTotal(pagination)} {noun}
      </>
    );
  return (
    <button
      type="button"
      title={`Count all ${words.many}`}
      disabled={isCounting}
      onClick={onCountAll}
      className="link min-h-6 tabular-nums"
    >
      {formatTotal(pagination)} {noun}
      <span className="sr-only">, count them all</span>
    </button>
  );
}
