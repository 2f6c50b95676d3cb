import type { SectionName } from './types.ts';

/** Sections that travel together: what the first screens of everybody need is one file, every other section its own. */
export const bundles = {
  front: ['app', 'ui', 'identity'],
  guests: ['guests'],
  account: ['account'],
  cases: ['cases'],
  errors: ['errors'],
  fairness: ['fairness'],
  legal: ['legal'],
  offers: ['offers'],
  profile: ['profile'],
  spins: ['spins'],
  vouchers: ['vouchers'],
} as const satisfies Record<string, readonly SectionName[]>;

export type BundleName = keyof typeof bundles;

/** Sections that no screen has: mails are written by the server. */
export const serverSections = ['mail'] as const satisfies readonly SectionName[];

export type ScreenSection = Exclude<SectionName, (typeof serverSections)[number]>;
