export { markRead } from './bell.ts';
export { chooseMessages } from './choices.ts';
export { deliverMessages } from './deliver.ts';
export { tellEndedHolds, tellExpiringVouchers } from './due.ts';
export { subscribe, unsubscribeBrowser } from './subscriptions.ts';
export { type UnsubscribeServices, unsubscribe } from './unsubscribe.ts';
