import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../app/trpc.ts';

const DELAY_MS = 200;

/** What the server finds for what is typed, once typing pauses; the last answer stays while the next one loads. */
export function useLookup(typed: string) {
  const wanted = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = trpc.admin.lookup.find.useQuery(
    { query: asked },
    { enabled: asked !== '', placeholderData: keepPreviousData },
  );
  return {
    hits: wanted === '' ? [] : (query.data?.hits ?? []),
    /** An answer to exactly this is on its way. */
    loading: wanted !== '' && (wanted !== asked || query.isFetching),
    error: wanted !== '' && wanted === asked ? query.error : null,
    retry: () => void query.refetch(),
  };
}
