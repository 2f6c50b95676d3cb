import { useMemo } from 'react';
import { trpc } from '../../../app/trpc.ts';

const BY_TITLE = { limit: 1000, sortBy: 'title', sortOrder: 'asc' } as const;
const LISTED = { ...BY_TITLE, status: 'all' } as const;
const ARCHIVED = { ...BY_TITLE, status: 'archived' } as const;
const FRESH_MS = 60_000;

/**
 * All offers, archived ones included, sorted by title, as options of a filter. Empty while the offers load and if they
 * fail to load: the list works without these options.
 * @param chosen an offer from a shared link, which stays an option even if it does not exist
 */
export function useOfferOptions(chosen: number | undefined): {
  options: readonly { value: string; label: string }[];
  error: unknown;
} {
  const listed = trpc.admin.offers.list.useQuery(LISTED, { staleTime: FRESH_MS });
  const archived = trpc.admin.offers.list.useQuery(ARCHIVED, { staleTime: FRESH_MS });
  const options = useMemo(() => {
    const found = [...(listed.data?.offers ?? []), ...(archived.data?.offers ?? [])];
    const all = found
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map(({ offer_id, title, archived_at }) => ({
        value: String(offer_id),
        label: archived_at ? `${title} (archived)` : title,
      }));
    const named = chosen === undefined ? undefined : String(chosen);
    if (named && !all.some(({ value }) => value === named)) all.unshift({ value: named, label: `Offer ${named}` });
    return all;
  }, [listed.data, archived.data, chosen]);
  return { options, error: listed.error ?? archived.error };
}
