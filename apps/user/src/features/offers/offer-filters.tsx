import { cx } from '@inaam/ui/cx';
import { Select } from '@inaam/ui/select';
import { Search, X } from 'lucide-react';
import { categoryName } from '../../app/category-name.ts';
import { offerDetails as words } from '../../words/words.ts';
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
}

/** Search, category chips and sort order, for a long list of offers. */
export function OfferFilters({ view, onView, categories }: OfferFiltersProps) {
  return (
    <div className="grid animate-appear gap-3 rounded-card border border-line bg-surface p-3">
      <div className="relative">
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
      <fieldset className="flex flex-wrap gap-2">
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
                'min-h-11 shrink-0 rounded-full border px-4 text-sm',
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
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Select
          label={words.sort}
          hideLabel
          value={view.sort}
          onChange={(event) => onView({ ...view, sort: event.target.value as OfferView['sort'] })}
        >
          {Object.entries(SORTS).map(([each, label]) => (
            <option key={each} value={each}>
              {words[label]}
            </option>
          ))}
        </Select>
        {view.sort === 'recommended' && <p className="min-w-0 grow basis-40 text-xs text-muted">{words.whyOrder}</p>}
      </div>
    </div>
  );
}
