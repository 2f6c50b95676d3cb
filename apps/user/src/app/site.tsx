import type { Site } from '@inaam/contracts/identity/sign-in';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { client } from './client.ts';

const SiteContext = createContext<Site | undefined>(undefined);

/** Brand, support address and sign-in provider load at run time, so one build serves every deployment. */
export function SiteProvider({ children }: { children: ReactNode }) {
  const [site, setSite] = useState<Site>();
  useEffect(() => {
    const load = () => client.user.site.query().then(setSite);
    // Every screen works without the settings, so a failed load is repeated only when the connection returns.
    const retry = () => void load().catch(() => undefined);
    load().catch(() => window.addEventListener('online', retry, { once: true }));
    return () => window.removeEventListener('online', retry);
  }, []);
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The public settings; undefined until loaded. */
export const useSite = (): Site | undefined => use(SiteContext);

/** The brand's name, with a default until the settings have loaded. */
export const useBrand = (): string => useSite()?.brandName ?? 'Inaam';

/** The minimum age for sign-up in years; 13 until the settings have loaded. */
export const useMinimumAge = (): number => useSite()?.minimumAge ?? 13;

/** Days between a request to delete the account and the deletion; 7 until the settings have loaded. */
export const useDeletionDays = (): number => useSite()?.deletionDays ?? 7;

/** Sets the page's title for tab and history. */
export function usePageTitle(page: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${page} · ${brand}`;
  }, [page, brand]);
}
