export { type Mailer, MailRefused, noMail, type OutgoingMail } from './mailer.ts';
export { noPush, PushDelayed, type Pusher, PushGone, PushRefused } from './pusher.ts';
