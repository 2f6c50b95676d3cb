import type { SectionName } from './types.ts';

/**
 * Sections that travel together. `front` is what the first screens of everybody need, and `offers` the first one of who
 * is signed in: both count in the budget of a first load. `inside` follows when that stands.
 */
export const bundles = {
  front: ['app', 'ui', 'identity'],
  guests: ['guests'],
  offers: ['offers'],
  inside: ['account', 'cases', 'fairness', 'messages', 'notices', 'profile', 'spins', 'vouchers'],
  legal: ['legal'],
  errors: ['errors'],
} as const satisfies Record<string, readonly SectionName[]>;

export type BundleName = keyof typeof bundles;

/** Sections that no screen has: mails are written by the server. */
export const serverSections = ['mail'] as const satisfies readonly SectionName[];

export type ScreenSection = Exclude<SectionName, (typeof serverSections)[number]>;
