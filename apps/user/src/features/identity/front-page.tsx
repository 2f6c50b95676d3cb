import { languageNames, languages } from '@inaam/contracts/common/language';
import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBrand, useMinimumAge } from '../../app/site.tsx';
import { replaceTags } from '../../words/rich.tsx';
import { setLanguageAndLoad, useLanguage, identity as words } from '../../words/words.ts';

const LINK = 'link inline-flex min-h-control items-center';

export interface FrontPageProps {
  title: string;
  /** True on screens where a person who continues agrees to the terms. */
  consent?: boolean;
  children: ReactNode;
}

/** The frame of screens before sign-in: brand, one card, legal links, language. */
export function FrontPage({ title, consent = false, children }: FrontPageProps) {
  const brand = useBrand();
  const age = useMinimumAge();
  const spoken = useLanguage();
  return (
    <div className="front">
      <header>
        <img src="/icon.svg" alt="" width={44} height={44} />
        <div>
          <p>{brand}</p>
          <p>{words.tagline}</p>
        </div>
      </header>
      <div>
        <main className="rounded-card border border-line bg-surface p-4 sm:p-6">
          <div className="mb-4 flex flex-wrap items-baseline justify-between">
            <h1 className="text-xl">{title}</h1>
            {languageNames
              .filter((name) => name !== spoken)
              .map((name) => (
                <button
                  key={name}
                  type="button"
                  lang={languages[name].locale}
                  className="link -my-2 -mr-3 min-h-control px-3 text-sm"
                  onClick={() => void setLanguageAndLoad(name).catch(() => undefined)}
                >
                  {languages[name].name}
                </button>
              ))}
          </div>
          {children}
        </main>
        <footer className="mt-6 flex flex-col items-center gap-4 text-sm text-muted">
          {consent && (
            <p className="text-center">
              {replaceTags(words.consent({ age }), {
                terms: <Link to={userPaths.terms} className="link" />,
                privacy: <Link to={userPaths.privacy} className="link" />,
              })}
            </p>
          )}
          <p className="flex flex-wrap justify-center gap-x-5">
            {!consent && (
              <>
                <Link to={userPaths.terms} className={LINK}>
                  {words.terms}
                </Link>
                <Link to={userPaths.privacy} className={LINK}>
                  {words.privacy}
                </Link>
              </>
            )}
            <Link to={userPaths.legal} className={LINK}>
              {words.legal}
            </Link>
          </p>
        </footer>
      </div>
    </div>
  );
}
