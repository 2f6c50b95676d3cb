import { cx } from '@inaam/ui/cx';
import { Select } from '@inaam/ui/select';
import { Search, X } from 'lucide-react';
import { categoryName } from '../../app/category-name.ts';
import { offers as words } from '../../words/words.ts';
import type { OfferView } from './offer-view.ts';

const SORTS = {
  recommended: 'sortRecommended',
  prize: 'sortPrize',
  chance: 'sortChance',
  effort: 'sortEffort',
  new: 'sortNew',
} as const satisfies Record<OfferView['sort'], keyof typeof words>;

export interface OfferFiltersProps {
  view: OfferView;
  onView: (view: OfferView) => void;
  categories: readonly string[];
  /** Enough offers for a search. */
  searchable: boolean;
}

/** Category chips, and a search from a dozen offers on. */
export function OfferFilters({ view, onView, categories, searchable }: OfferFiltersProps) {
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-center lg:gap-4">
      {searchable && (
        <div className="relative lg:w-80 lg:shrink-0">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            value={view.text}
            onChange={(event) => onView({ ...view, text: event.target.value })}
            className="min-h-control w-full rounded-control border border-edge bg-surface pr-12 pl-11 text-base [&::-webkit-search-cancel-button]:hidden"
          />
          {view.text !== '' && (
            <button
              type="button"
              aria-label={words.clearSearch}
              onClick={() => onView({ ...view, text: '' })}
              className="absolute inset-y-0 right-0 grid size-control place-items-center text-muted hover:text-text"
            >
              <X aria-hidden className="size-5" />
            </button>
          )}
        </div>
      )}
      {/* Runs to the edges of a phone, where it fades to hint at more. */}
      <div className="relative -mx-4 flex min-w-0 grow overflow-x-auto px-4 pb-1 [scrollbar-width:none] max-lg:mask-r-from-[calc(100%-2.5rem)] lg:mx-0 lg:px-0 lg:pb-0">
        <fieldset className="flex gap-2 max-lg:pr-6">
          <legend className="sr-only">{words.filters}</legend>
          {['all', ...categories].map((category) => {
            const isOn = view.category === category;
            return (
              <button
                key={category}
                type="button"
                aria-pressed={isOn}
                onClick={() => onView({ ...view, category })}
                className={cx(
                  'min-h-11 shrink-0 rounded-full border px-4 text-sm whitespace-nowrap -outline-offset-2!',
                  isOn
                    ? 'border-transparent bg-accent font-semibold text-accent-text'
                    : 'border-line bg-surface text-text hover:bg-sunken',
                )}
              >
                {category === 'all' ? words.all : categoryName(category)}
              </button>
            );
          })}
        </fieldset>
      </div>
    </div>
  );
}

/** The order of the offers, above them and visible on phones, too. */
export const OfferSort = ({ sort, onSort }: { sort: OfferView['sort']; onSort: (sort: OfferView['sort']) => void }) => (
  <Select
    label={words.sort}
    hideLabel
    value={sort}
    onChange={(event) => onSort(event.target.value as OfferView['sort'])}
  >
    {Object.entries(SORTS).map(([each, label]) => (
      <option key={each} value={each}>
        {words[label]}
      </option>
    ))}
  </Select>
);
