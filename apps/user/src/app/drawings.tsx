import type { ReactNode } from 'react';

const SPARK =
  'M0-7c.8 4.200 2.800 6.200 7 7-4.200.8-6.200 2.800-7 7-.8-4.200-2.800-6.200-7-7 4.200-.8 6.200-2.800 7-7Z';

/** Four points of light, for possible wins. */
const Sparks = ({ at }: { at: readonly (readonly [x: number, y: number, size: number])[] }) =>
  at.map(([x, y, size]) => (
    <path key={x} d={SPARK} transform={`translate(${x} ${y}) scale(${size})`} fill="var(--prize)" />
  ));

const TICKET = 'M-38-17h76v10a7 7 0 0 0 0 14v10h-76V7a7 7 0 0 0 0-14Z';

/** Drawn for this app in its own colours, which follow the theme. */
const drawings = {
  vouchers: (
    <>
      <g transform="translate(70 44) rotate(-14)">
        <path d={TICKET} fill="var(--accent-soft)" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
      </g>
      <g transform="translate(86 54) rotate(7)" strokeLinejoin="round">
        <path d={TICKET} fill="var(--prize)" stroke="var(--prize-text)" strokeWidth="2" />
        <path d="M16-12V12" stroke="var(--prize-text)" strokeWidth="2" strokeDasharray="3 4" />
        <path d="M-28-5h30M-28 5h20" stroke="var(--prize-text)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <Sparks
        at={[
          [26, 60, 0.9],
          [128, 20, 1.2],
          [142, 42, 0.6],
        ]}
      />
    </>
  ),
  offers: (
    <>
      <rect x="24" y="26" width="46" height="54" rx="8" fill="var(--sunken)" stroke="var(--edge)" strokeWidth="2" />
      <rect x="90" y="26" width="46" height="54" rx="8" fill="var(--sunken)" stroke="var(--edge)" strokeWidth="2" />
      <rect x="54" y="14" width="52" height="66" rx="9" fill="var(--surface)" stroke="var(--accent)" strokeWidth="2" />
      <rect x="60" y="20" width="40" height="24" rx="5" fill="var(--accent-soft)" />
      <path d="M62 53h30M62 61h18" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />
      <rect x="62" y="68" width="36" height="6" rx="3" fill="var(--prize)" />
      <Sparks
        at={[
          [80, 32, 1.1],
          [120, 12, 0.9],
          [36, 14, 0.7],
        ]}
      />
    </>
  ),
  messages: (
    <>
      <path
        d="M80 18c-14 0-22 10-22 24 0 16-8 20-8 26h60c0-6-8-10-8-26 0-14-8-24-22-24Z"
        fill="var(--accent-soft)"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M72 74a8 8 0 0 0 16 0" fill="var(--prize)" stroke="var(--accent)" strokeWidth="2" />
      <path
        d="M46 30c-5 6-7 12-7 19m75-19c5 6 7 12 7 19"
        fill="none"
        stroke="var(--edge)"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
      <Sparks
        at={[
          [122, 20, 1.1],
          [34, 66, 0.8],
        ]}
      />
    </>
  ),
  wheel: (
    <>
      <circle cx="80" cy="50" r="34" fill="var(--accent-soft)" stroke="var(--accent)" strokeWidth="2" />
      <path
        d="M80 50V16a34 34 0 0 1 24 10Zm0 0 24 24a34 34 0 0 1-24 10Zm0 0L56 26a34 34 0 0 0-10 24Z"
        fill="var(--prize)"
      />
      <path d="M80 16v68M46 50h68M56 26l48 48M104 26 56 74" stroke="var(--accent)" strokeWidth="1.500" />
      <circle cx="80" cy="50" r="9" fill="var(--surface)" stroke="var(--accent)" strokeWidth="2" />
      <path d="m73 8h14l-7 14Z" fill="var(--accent)" />
      <Sparks
        at={[
          [130, 26, 1.1],
          [30, 70, 0.9],
        ]}
      />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

export const Drawings = ({ name }: { name: DrawingName }) => (
  <svg viewBox="0 0 160 96" aria-hidden className="size-full">
    {drawings[name]}
  </svg>
);
