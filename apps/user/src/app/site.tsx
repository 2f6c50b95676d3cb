import type { Site } from '@inaam/contracts/identity/sign-in';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { client } from './client.ts';

const SiteContext = createContext<Site | undefined>(undefined);

/** Brand, support address and the sign-in provider reach the app at run time: one build serves every installation. */
export function SiteProvider({ children }: { children: ReactNode }) {
  const [site, setSite] = useState<Site>();
  useEffect(() => {
    const load = () => client.user.site.query().then(setSite);
    // Nothing depends on it that could not wait: whoever comes back online gets it then.
    const retry = () => void load().catch(() => undefined);
    load().catch(() => window.addEventListener('online', retry, { once: true }));
    return () => window.removeEventListener('online', retry);
  }, []);
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The settings that people read; undefined until they have come. */
export const useSite = (): Site | undefined => use(SiteContext);

/** The brand's name, which also stands before the settings have come. */
export const useBrand = (): string => useSite()?.brandName ?? 'Inaam';

/** Years that somebody must have to sign up; the least there is before the settings have come. */
export const useMinimumAge = (): number => useSite()?.minimumAge ?? 13;

/** Names the page in the tab and in the history. */
export function usePageTitle(page: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${page} · ${brand}`;
  }, [page, brand]);
}
