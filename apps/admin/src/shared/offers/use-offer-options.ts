import { useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';

const ALL_OFFERS = { limit: 1000, status: 'all', sortBy: 'title', sortOrder: 'asc' } as const;
const FRESH_MS = 60_000;

/**
 * Every offer by its id, sorted by title, for a filter's choices. A list is of use without: until they are
 * there, and where they cannot be had, the choices are none.
 * @param chosen one that a shared link names: it stays among the choices even when the offers do not have it
 */
export function useOfferOptions(chosen: number | undefined): {
  options: readonly { value: string; label: string }[];
  error: unknown;
} {
  const { data, error } = trpc.admin.offers.list.useQuery(ALL_OFFERS, { staleTime: FRESH_MS });
  const options = useMemo(() => {
    const all = (data?.offers ?? []).map(({ offer_id, title }) => ({
      value: String(offer_id),
      label: title,
    }));
    const named = chosen === undefined ? undefined : String(chosen);
    if (named && !all.some(({ value }) => value === named)) all.unshift({ value: named, label: `Offer ${named}` });
    return all;
  }, [data, chosen]);
  return { options, error };
}
