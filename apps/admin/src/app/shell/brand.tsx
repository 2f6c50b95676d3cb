import { trpc } from '../trpc.ts';

/** The product's name, from the server. */
export function useBrandName(): string {
  return trpc.admin.site.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY }).data?.brandName ?? '';
}

/** The product's logo: a small wheel. */
export const Logo = () => (
  <svg aria-hidden viewBox="0 0 32 32" className="size-8 shrink-0">
    <rect width="32" height="32" rx="8" fill="var(--accent)" />
    <circle cx="16" cy="16" r="8.5" fill="none" stroke="var(--accent-text)" strokeWidth="2.5" />
    <path d="M16 16V7.5M16 16l7.4 4.2" stroke="var(--accent-text)" strokeWidth="2.5" />
  </svg>
);
