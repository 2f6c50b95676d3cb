/** The search parameters of the routes. Anything else in an address is dropped. */

type Search = Record<string, unknown>;

/** An offer's number, where there is one. */
const idIn = <Key extends string>(search: Search, key: Key) =>
  (Number.isSafeInteger(search[key]) ? { [key]: search[key] } : {}) as { [K in Key]?: number };

/**
 * What is open over the dashboard: an offer's wheel, or the question where its completion is
 * (routes/use-opened-offer.ts).
 */
export const offersSearch = (search: Search): { spin?: number; ask?: number } => ({
  ...idIn(search, 'spin'),
  ...idIn(search, 'ask'),
});

export type ProfileTab = 'overview' | 'history';

/** The first tab needs no mention. */
export const profileSearch = (search: Search): { tab?: ProfileTab } =>
  search['tab'] === 'history' ? { tab: 'history' } : {};

export type VouchersTab = 'unused' | 'used' | 'expired';

/** What can be used needs no mention. */
export const vouchersSearch = (search: Search): { tab?: VouchersTab } => {
  const { tab } = search;
  return tab === 'used' || tab === 'expired' ? { tab } : {};
};

export type NotificationsTab = 'messages' | 'choices';

/** What was told needs no mention. */
export const notificationsSearch = (search: Search): { tab?: NotificationsTab } =>
  search['tab'] === 'choices' ? { tab: 'choices' } : {};

/** Whose draw is shown. */
export const fairnessSearch = (search: Search): { offer?: number } => idIn(search, 'offer');
