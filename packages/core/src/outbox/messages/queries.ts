export { bellOf } from './bell.ts';
export { messageChoicesOf } from './choices.ts';
export { listMessages } from './list.ts';
export { pushStateOf } from './subscriptions.ts';
export { unsubscribeUrl } from './unsubscribe.ts';
export { vapidKeys } from './vapid.ts';
