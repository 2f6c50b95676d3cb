import { cx } from '@inaam/ui/cx';
import { Select } from '@inaam/ui/select';
import type { CodesFile } from './code-lines.ts';
import { type ColumnKind, columnKinds, withKind } from './columns.ts';

const kindWords: Record<ColumnKind, string> = {
  code: 'Code',
  pin: 'PIN',
  amount: 'Amount',
  brand: 'Brand',
  type: 'Type',
  expiry: 'Expiry date',
  ignore: 'Skip',
};
const PREVIEW_ROWS = 3;

/** The meaning of each column, next to its heading and its first values. */
export function ColumnMap({ file, onKinds }: { file: CodesFile; onKinds: (kinds: ColumnKind[]) => void }) {
  const { headings, rows, kinds } = file;
  return (
    <section aria-label="Columns of the file" className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="text-sm">Map columns</h3>
      <ul className="grid min-w-0 grid-cols-1 rounded-card border border-line">
        {kinds.map((kind, index) => {
          const heading = headings?.[index] || `Column ${index + 1}`;
          const values = rows.slice(0, PREVIEW_ROWS).map(({ cells }) => cells[index] || '–');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a column of the file
            <li key={index} className="flex min-w-0 items-center gap-3 border-b border-line p-2 last:border-0">
              <div className={cx('min-w-0 grow', kind === 'ignore' && 'text-muted')}>
                <span className="block truncate font-semibold">{heading}</span>
                <span className={cx('block truncate text-sm text-muted', kind === 'code' && 'code')}>
                  {values.join(' · ')}
                </span>
              </div>
              <Select
                label={heading}
                hideLabel
                className="w-36 shrink-0"
                value={kind}
                onChange={(event) => {
                  const next = columnKinds.find((each) => each === event.target.value) ?? 'ignore';
                  onKinds(withKind(kinds, index, next));
                }}
              >
                {columnKinds.map((each) => (
                  <option key={each} value={each}>
                    {kindWords[each]}
                  </option>
                ))}
              </Select>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
