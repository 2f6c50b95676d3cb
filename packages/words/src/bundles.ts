import type { SectionName } from './types.ts';

/**
 * Sections of texts that load together. The first screens need `front`, and the first signed-in screen also needs
 * `offers`. Both bundles count in the size budget of the first load. `inside` loads after the first signed-in screen.
 */
export const bundles = {
  front: ['app', 'ui', 'identity'],
  guests: ['guests'],
  offers: ['offers'],
  inside: ['account', 'cases', 'fairness', 'messages', 'notices', 'offerDetails', 'profile', 'spins', 'vouchers'],
  legal: ['legal'],
  errors: ['errors'],
} as const satisfies Record<string, readonly SectionName[]>;

export type BundleName = keyof typeof bundles;

/** Sections that only the server needs, for mails. */
export const serverSections = ['mail'] as const satisfies readonly SectionName[];

export type ScreenSection = Exclude<SectionName, (typeof serverSections)[number]>;
