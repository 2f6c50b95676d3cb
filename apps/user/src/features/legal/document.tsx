import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle, useSite } from '../../app/site.tsx';

const LAST_UPDATED = 'July 19, 2025';

/** The frame of a static page: a way home, title, date, text that reads well. */
export function Document({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-4 pb-16">
      <nav aria-label="Back">
        <Link to={userPaths.offers} className="link inline-flex min-h-control items-center gap-2 text-sm">
          <ArrowLeft aria-hidden className="size-4" />
          Back to home
        </Link>
      </nav>
      <main className="mt-2">
        <h1 className="text-xl sm:text-2xl">{title}</h1>
        <p className="mt-1 text-sm text-muted">Last updated {LAST_UPDATED}</p>
        <div className="mt-6 grid grid-cols-1 gap-6">{children}</div>
      </main>
      <footer className="mt-10 flex flex-wrap gap-x-6 border-t border-line pt-2 text-sm">
        {(['legal', 'terms', 'privacy'] as const).map((page) => (
          <Link key={page} to={userPaths[page]} className="link inline-flex min-h-control items-center">
            {{ legal: 'Legal & Support', terms: 'Terms', privacy: 'Privacy Policy' }[page]}
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

/** The support address as a mail link, or a plain word until it is known. */
export function SupportMail() {
  const site = useSite();
  if (!site) return <>our support team</>;
  return (
    <a href={`mailto:${site.supportEmail}`} className="link">
      {site.supportEmail}
    </a>
  );
}
