import { cx } from '@inaam/ui/cx';
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
  /** There are enough offers to search among. */
  searchable: boolean;
}

/** Chips of categories, the order, and from a dozen offers on a search. */
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
      <div className="relative flex min-w-0 grow items-center gap-2 overflow-x-auto pb-1 lg:pb-0 [scrollbar-width:none]">
        <fieldset className="flex gap-2">
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
        <label className="ml-auto shrink-0">
          <span className="sr-only">{words.sort}</span>
          <select
            value={view.sort}
            onChange={(event) => onView({ ...view, sort: event.target.value as OfferView['sort'] })}
            className="min-h-11 rounded-full border border-line bg-surface px-3 text-sm -outline-offset-2!"
          >
            {Object.entries(SORTS).map(([sort, label]) => (
              <option key={sort} value={sort}>
                {words[label]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}
