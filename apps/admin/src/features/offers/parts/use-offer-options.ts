import { useMemo } from 'react';
import { trpc } from '../../../app/trpc.ts';

const BY_TITLE = { limit: 1000, sortBy: 'title', sortOrder: 'asc' } as const;
const CURRENT = { ...BY_TITLE, status: 'all' } as const;
const ARCHIVED_BY_TITLE = { ...BY_TITLE, status: 'archived' } as const;
const FRESH_MS = 60_000;

/**
 * The offers as options of a filter, sorted by title: up to 1000 current ones and up to 1000 archived ones. While the
 * offers load, and if they fail to load, at most `chosen` is an option: the list works without these options.
 * @param chosen the ID of the offer in a shared link; always an option, even if the offer does not exist
 */
export function useOfferOptions(chosen: number | undefined): {
  options: readonly { value: string; label: string }[];
  error: unknown;
} {
  const current = trpc.admin.offers.list.useQuery(CURRENT, { staleTime: FRESH_MS });
  const archived = trpc.admin.offers.list.useQuery(ARCHIVED_BY_TITLE, { staleTime: FRESH_MS });
  const options = useMemo(() => {
    const offers = [...(current.data?.offers ?? []), ...(archived.data?.offers ?? [])];
    const all = offers
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map(({ offer_id, title, archived_at }) => ({
        value: String(offer_id),
        label: archived_at ? `${title} (archived)` : title,
      }));
    const chosenId = chosen === undefined ? undefined : String(chosen);
    if (chosenId && !all.some(({ value }) => value === chosenId))
      all.unshift({ value: chosenId, label: `Offer ${chosenId}` });
    return all;
  }, [current.data, archived.data, chosen]);
  return { options, error: current.error ?? archived.error };
}
