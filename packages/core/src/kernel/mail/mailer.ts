/** How mail leaves: made by whoever composes a process. */
export interface Mailer {
  /** false: nothing is sent (`MAIL=off`), and screens say so. */
  isOn: boolean;
  /** The right side of a Message-ID: the domain that mail is sent from. */
  domain: string;
  /** @throws MailRejected when another attempt would get the same answer; anything else is tried again */
  send(mail: OutgoingMail): Promise<void>;
}

/** How mail leaves, and what every mail names. */
export interface MailSettings {
  mailer: Mailer;
  brandName: string;
  supportEmail: string;
}

export interface OutgoingMail {
  /** Without brackets. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one click declines this kind of mail (RFC 8058); undefined where it cannot be declined. */
  unsubscribeUrl: string | undefined;
}

/** The server has refused the mail for good: no such mailbox, say. */
export class MailRejected extends Error {}

/** Sends nothing: `MAIL=off`. */
export const disabledMailer: Mailer = {
  isOn: false,
  domain: 'localhost',
  send: () => Promise.reject(new MailRejected('Mail is switched off')),
};
