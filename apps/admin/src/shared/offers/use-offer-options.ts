import { useMemo } from 'react';
import { trpc } from '../../app/trpc.ts';

const ALL_OFFERS = { limit: 1000, status: 'all', sortBy: 'title', sortOrder: 'asc' } as const;
const FRESH_MS = 60_000;

/**
 * Every offer by its external id, sorted by title, for a filter's choices. A list is of use without: until they are
 * there, and where they cannot be had, the choices are none.
 * @param chosen one that a shared link names: it stays among the choices even when the offers do not have it
 */
export function useOfferOptions(chosen: string | undefined): {
  options: readonly { value: string; label: string }[];
  error: unknown;
} {
  const { data, error } = trpc.admin.offers.list.useQuery(ALL_OFFERS, { staleTime: FRESH_MS });
  const options = useMemo(() => {
    const all = (data?.offers ?? []).map(({ external_offer_id, title }) => ({
      value: external_offer_id,
      label: title,
    }));
    if (chosen && !all.some(({ value }) => value === chosen)) all.unshift({ value: chosen, label: chosen });
    return all;
  }, [data, chosen]);
  return { options, error };
}
