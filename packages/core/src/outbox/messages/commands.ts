export { deliverMessages } from './deliver.ts';
export { setNotificationPreference } from './notification-preferences.ts';
export { markRead } from './notifications.ts';
export { notifyEndedHolds, notifyExpiringVouchers } from './scheduled-notifications.ts';
export { subscribe, unsubscribeBrowser } from './subscriptions.ts';
export { type UnsubscribeServices, unsubscribe } from './unsubscribe.ts';
