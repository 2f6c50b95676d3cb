import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { TopDialog } from '@inaam/ui/top-dialog';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LoaderCircle, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useOwnAdmin } from '../app/allowed.tsx';
import { getLoadError } from '../app/errors.ts';
import { useShownActions } from '../app/page-actions.ts';
import { listRecentRecords } from '../app/recent-records.ts';
import { trpc } from '../app/trpc.ts';
import { Banner } from '../page/banner.tsx';
import { parseCommand } from './actions.ts';
import { groupEntries, type PaletteEntry } from './entries.ts';

const MAX_QUERY = 200;

/** Search over everything: pages, users, offers, vouchers, clicks, conversions, IP addresses, devices. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [selectedIndex, setSelectedIndex] = useState(0);
  const { hits, loading, error, retry } = useLookup(parseCommand(typed).searchTerm);
  const onPage = useShownActions().map(({ run, ...action }) => ({ ...action, target: run }));
  const groups = groupEntries(typed, hits, useOwnAdmin().data?.role, { onPage, recent: listRecentRecords() });
  const entries = groups.flatMap((group) => group.entries);
  // New results may be fewer than the old ones, so the selected position might not exist.
  const active = entries[Math.min(selectedIndex, entries.length - 1)];
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id}`;

  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const openEntry = ({ target }: PaletteEntry) => {
    onClose();
    if (typeof target === 'function') target();
    else void navigate(target);
  };
  const handleKey = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const currentIndex = Math.min(selectedIndex, last);
    const moves: Record<string, number> = {
      ArrowDown: currentIndex >= last ? 0 : currentIndex + 1,
      ArrowUp: currentIndex <= 0 ? last : currentIndex - 1,
    };
    const next = moves[event.key];
    // While an input method composes text, Enter confirms its suggestion.
    if (event.nativeEvent.isComposing) return;
    if (next !== undefined) setSelectedIndex(Math.max(0, next));
    else if (event.key === 'Enter' && active) openEntry(active);
    else return;
    event.preventDefault();
  };
  const hasNoResults = entries.length === 0 && !loading && !error;

  return (
    <TopDialog title="Search everywhere" onClose={onClose}>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search everywhere"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={MAX_QUERY}
          placeholder="Pages, users, offers, codes, clicks, IP addresses"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setSelectedIndex(0);
          }}
          onKeyDown={handleKey}
          className="min-h-13 min-w-0 grow bg-transparent text-base outline-none"
        />
        {loading && <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />}
      </div>
      {/* Focusable, so that the list scrolls by keyboard. */}
      <div className="min-h-0 grow overflow-y-auto p-2" role="region" aria-label="Results" tabIndex={0}>
        {error && (
          <Banner
            tone="error"
            title="The search failed"
            className="mb-2"
            action={
              <Button small busy={loading} onClick={retry}>
                Retry
              </Button>
            }
          >
            {getLoadError(error)}
          </Banner>
        )}
        {hasNoResults && (
          <p className="px-2 py-6 text-center text-muted">
            Nothing found for <span className="font-semibold wrap-anywhere text-text">“{typed.trim()}”</span>
          </p>
        )}
        {entries.length === 0 && loading && <p className="px-2 py-6 text-center text-muted">Searching...</p>}
        <div id={`${id}-list`} role="listbox" aria-label="Found" aria-busy={loading || undefined}>
          {groups.map((group) => (
            <div key={group.title} role="group" aria-label={group.title}>
              <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-semibold text-muted">
                {group.title}
              </p>
              {group.entries.map((entry) => (
                // The search field keeps the focus and handles the keys; options only react to the pointer.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={entry.id}
                  id={optionId(entry)}
                  role="option"
                  aria-selected={entry === active}
                  onClick={() => openEntry(entry)}
                  onPointerMove={() => setSelectedIndex(entries.indexOf(entry))}
                  className={cx(
                    'flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-2 py-1 sm:flex-nowrap',
                    entry === active && 'bg-accent-soft text-accent',
                  )}
                >
                  <span className="min-w-0 shrink wrap-anywhere">{entry.label}</span>
                  <span className="min-w-0 shrink wrap-anywhere text-xs text-muted max-sm:basis-full sm:ml-auto sm:pl-2 sm:text-right">
                    {entry.hint}
                  </span>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {loading ? 'Searching' : `${entries.length} found`}
      </p>
    </TopDialog>
  );
}

const DELAY_MS = 200;

/** Queries the server once typing pauses. Previous results stay visible while new ones load. */
function useLookup(typed: string) {
  const searchText = typed.trim();
  const [queriedText, setQueriedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQueriedText(searchText), searchText === '' ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, [searchText]);
  const query = trpc.admin.lookup.find.useQuery(
    { query: queriedText },
    { enabled: queriedText !== '', placeholderData: keepPreviousData },
  );
  return {
    hits: searchText === '' ? [] : (query.data?.hits ?? []),
    /** Results for exactly this text are loading. */
    loading: searchText !== '' && (searchText !== queriedText || query.isFetching),
    error: searchText !== '' && searchText === queriedText ? query.error : null,
    retry: () => void query.refetch(),
  };
}
