import { QueryClient } from '@tanstack/react-query';
import { refusalOf } from './errors.ts';

const RETRIES = 1;
const FRESH_MS = 5_000;

/** The cache of everything that is read. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal stays a refusal; what never arrived, or a server that is briefly away, is worth one more try.
        retry: (count, error) => count < RETRIES && (refusalOf(error)?.httpStatus ?? 503) >= 500,
        // Fail and say so, rather than wait silently for the browser to believe that it is online.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
