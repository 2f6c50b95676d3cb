/** Sends mail; created by the process that composes the services. */
export interface Mailer {
  /** false: mail is switched off (`MAIL=off`), and screens say so. */
  isOn: boolean;
  /** Domain of the sender, for Message-IDs. */
  domain: string;
  /** @throws MailRejected if a retry would fail too; any other error is retried */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mailer, and names that every mail contains. */
export interface MailSettings {
  mailer: Mailer;
  brandName: string;
  supportEmail: string;
}

export interface OutgoingMail {
  /** Without angle brackets. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe address (RFC 8058); undefined if the mail cannot be declined. */
  unsubscribeUrl: string | undefined;
}

/** The server rejected the mail permanently, for example because the mailbox does not exist. */
export class MailRejected extends Error {}

/** For `MAIL=off`: sends nothing. */
export const disabledMailer: Mailer = {
  isOn: false,
  domain: 'localhost',
  send: () => Promise.reject(new MailRejected('Mail is switched off')),
};
