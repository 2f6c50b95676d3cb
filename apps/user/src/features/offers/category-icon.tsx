import { cx } from '@inaam/ui/cx';
import type { ReactNode } from 'react';

/** Drawn for this app in two tones: the tile's text colour, and the same colour at a third of its opacity. */
const ICONS: Record<string, ReactNode> = {
  Survey: (
    <>
      <rect x="11" y="9" width="26" height="32" rx="4" fill="currentColor" opacity=".3" />
      <rect x="18" y="6" width="12" height="7" rx="2.5" fill="currentColor" />
      <path
        d="m16 21 2.5 2.5L23 19m-7 12 2.5 2.5L23 29"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M27 22h6M27 32h6" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
    </>
  ),
  App: (
    <>
      <rect x="13" y="5" width="22" height="38" rx="5" fill="currentColor" opacity=".3" />
      <path
        d="M24 14v13m-5.5-5L24 27.500l5.500-5.500"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M19.500 36h9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  Game: (
    <>
      <path
        d="M14 15h20a9 9 0 0 1 8.800 7.200l1.400 8a6 6 0 0 1-10.600 4.700L30.500 31h-13l-3.100 3.900a6 6 0 0 1-10.600-4.700l1.400-8A9 9 0 0 1 14 15Z"
        fill="currentColor"
        opacity=".3"
      />
      <path d="M16 20v7m-3.500-3.500h7" stroke="currentColor" strokeWidth="2.800" strokeLinecap="round" />
      <circle cx="30" cy="26" r="2.300" fill="currentColor" />
      <circle cx="34.500" cy="21.500" r="2.300" fill="currentColor" />
    </>
  ),
  Shopping: (
    <>
      <path d="M10 17h28l2 21a4 4 0 0 1-4 4.500H12A4 4 0 0 1 8 38Z" fill="currentColor" opacity=".3" />
      <path
        d="M17 21v-6a7 7 0 0 1 14 0v6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.800"
        strokeLinecap="round"
      />
      <path
        d="m19 31 3.500 3.500L30 27.500"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.800"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
};

/** All categories in the specification's order. */
export const CATEGORIES = Object.keys(ICONS);

const GLOW = 'radial-gradient(circle at 85% 15%, var(--category-glow), transparent 55%)';

/** Shown for an offer without a picture: the category's icon on the category's colour. */
export function CategoryIcon({ category, className }: { category: string; className: string }) {
  const name = category in ICONS ? category : 'Survey';
  return (
    <span
      aria-hidden
      className={cx('relative grid place-items-center', className)}
      style={{
        background: `${GLOW}, var(--category-${name.toLowerCase()})`,
        color: `var(--category-${name.toLowerCase()}-ink)`,
      }}
    >
      <svg viewBox="0 0 48 48" className="size-9 sm:size-11">
        {ICONS[name]}
      </svg>
    </span>
  );
}
