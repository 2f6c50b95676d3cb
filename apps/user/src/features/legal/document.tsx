import { DEFAULT_LANGUAGE } from '@inaam/contracts/common/language';
import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle, useSite } from '../../app/site.tsx';
import { replaceTags } from '../../words/rich.tsx';
import { language, locale, legal as words } from '../../words/words.ts';

const LAST_UPDATED = new Date('2025-07-19T00:00:00Z');

/** `July 19, 2025` in English, as the specification writes it. */
const lastUpdated = (): string =>
  new Intl.DateTimeFormat(language() === DEFAULT_LANGUAGE ? 'en-US' : locale(), {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(LAST_UPDATED);

/** The frame of a static page: a link home, title, date and readable text. */
export function Document({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-4 pb-16">
      <nav aria-label={words.back}>
        <Link to={userPaths.offers} className="link inline-flex min-h-control items-center gap-2 text-sm">
          <ArrowLeft aria-hidden className="size-4" />
          {words.home}
        </Link>
      </nav>
      <main className="mt-2">
        <h1 className="text-xl sm:text-2xl">{title}</h1>
        <p className="mt-1 text-sm text-muted">{words.updated({ date: lastUpdated() })}</p>
        <div className="mt-6 grid grid-cols-1 gap-6">{children}</div>
      </main>
      <footer className="mt-10 flex flex-wrap gap-x-6 border-t border-line pt-2 text-sm">
        {(['legal', 'terms', 'privacy'] as const).map((page) => (
          <Link key={page} to={userPaths[page]} className="link inline-flex min-h-control items-center">
            {words[page]}
          </Link>
        ))}
      </footer>
    </div>
  );
}

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="text-base">{title}</h2>
    <div className="mt-1 grid grid-cols-1 gap-3 text-muted">{children}</div>
  </section>
);

/** A paragraph. In its text, `<link>` links to another legal page, and `<mail>` is the support e-mail address. */
export const Text = ({ text, link }: { text: string; link?: '/terms' | '/privacy' }) => (
  <p>
    {replaceTags(text, {
      link: <Link to={link ?? userPaths.legal} className="link" />,
      mail: <SupportMail />,
    })}
  </p>
);

/** The support e-mail address as a mail link; until the address has loaded, plain words. */
function SupportMail() {
  const site = useSite();
  if (!site) return <>{words.team}</>;
  return (
    <a href={`mailto:${site.supportEmail}`} className="link">
      {site.supportEmail}
    </a>
  );
}
