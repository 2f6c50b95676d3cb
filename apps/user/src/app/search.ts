/** The query parameters that routes accept. All other parameters are dropped. */

type Search = Record<string, unknown>;

/** A valid offer id, if any. */
const idIn = <Key extends string>(search: Search, key: Key) =>
  (Number.isSafeInteger(search[key]) ? { [key]: search[key] } : {}) as { [K in Key]?: number };

/**
 * The dialog over the dashboard: an offer's wheel, or the question about its missing credit
 * (routes/use-opened-offer.ts).
 */
export const offersSearch = (search: Search): { spin?: number; ask?: number } => ({
  ...idIn(search, 'spin'),
  ...idIn(search, 'ask'),
});

export type ProfileTab = 'overview' | 'history';

/** The overview is the default. */
export const profileSearch = (search: Search): { tab?: ProfileTab } =>
  search['tab'] === 'history' ? { tab: 'history' } : {};

export type VouchersTab = 'unused' | 'used' | 'expired';

/** Unused vouchers are the default. */
export const vouchersSearch = (search: Search): { tab?: VouchersTab } => {
  const { tab } = search;
  return tab === 'used' || tab === 'expired' ? { tab } : {};
};

export type NotificationsTab = 'messages' | 'choices';

/** Messages are the default. */
export const notificationsSearch = (search: Search): { tab?: NotificationsTab } =>
  search['tab'] === 'choices' ? { tab: 'choices' } : {};

/** The offer whose draw is shown. */
export const fairnessSearch = (search: Search): { offer?: number } => idIn(search, 'offer');
