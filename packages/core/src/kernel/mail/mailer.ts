/** Sends mail. The process creates the mailer and passes it to the services. */
export interface Mailer {
  /** If false, mail is switched off (`MAIL=off`), and screens tell people so. */
  isOn: boolean;
  /** Domain of the sender address, used in Message-IDs. */
  domain: string;
  /** @throws MailRejected if a retry would fail, too. After any other error the caller retries. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mailer, with the brand name and the support e-mail address that every mail contains. */
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
  /** One-click unsubscribe URL (RFC 8058); undefined if the mail cannot be declined. */
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
