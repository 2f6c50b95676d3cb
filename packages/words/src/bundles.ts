import type { SectionName } from './types.ts';

/**
 * Sections that load together. The first screens need `front`; the first signed-in screen needs `offers`. Both count in
 * the size budget of the first load. `inside` loads after the first signed-in screen.
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

/** Sections without a screen: the server writes mails. */
export const serverSections = ['mail'] as const satisfies readonly SectionName[];

export type ScreenSection = Exclude<SectionName, (typeof serverSections)[number]>;
