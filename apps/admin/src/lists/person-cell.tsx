import type { ReactNode } from 'react';
import { EmailText } from '../page/email-text.tsx';
import { FilterCell } from './filter-cell.tsx';

/**
 * A person's name and e-mail address, in one link or button that opens the person's record. Both texts wrap, so that a
 * long name is neither cut off nor makes the column wider.
 */
export const PersonCell = ({
  name,
  email,
  badge,
  isNarrow = false,
  renderOpener,
}: {
  name: string;
  email: string;
  badge?: ReactNode;
  /** True for a table with many columns: the e-mail address may then wrap at the @. */
  isNarrow?: boolean;
  /** Wraps the name and the e-mail address in a link or a button. */
  renderOpener: (content: ReactNode) => ReactNode;
}) => (
  <FilterCell name="search" value={email} ownLine>
    {renderOpener(
      <>
        <span className="flex min-w-0 items-center gap-2">
          <span className="row-link min-w-0 py-0! wrap-anywhere">{name}</span>
          {badge && <span className="shrink-0">{badge}</span>}
        </span>
        <span
          translate="no"
          className="block max-w-72 text-xs font-normal wrap-break-word text-muted max-sm:wrap-anywhere"
        >
          {isNarrow ? <EmailText email={email} /> : email}
        </span>
      </>,
    )}
  </FilterCell>
);
