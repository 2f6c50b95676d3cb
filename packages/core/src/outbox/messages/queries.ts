export { listMessages } from './list.ts';
export { getNotificationPreferences } from './notification-preferences.ts';
export { getNotifications } from './notifications.ts';
export { getPushState } from './subscriptions.ts';
export { buildUnsubscribeUrl } from './unsubscribe.ts';
export { getVapidKeys } from './vapid.ts';
