export { disabledMailer, type Mailer, MailRejected, type OutgoingMail } from './mailer.ts';
export { disabledPusher, type Pusher, PushRejected, PushSubscriptionExpired, PushThrottled } from './pusher.ts';
