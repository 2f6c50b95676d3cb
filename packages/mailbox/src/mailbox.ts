import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface Mail {
  /** The recipient of the envelope. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** `Message-ID` with its brackets. */
  messageId: string;
  /** All other headers, with names in lower case. */
  headers: Record<string, string>;
  /** The time of receipt, ISO 8601. */
  at: string;
}

export interface Mailbox {
  /** `smtp://localhost:{port}` */
  url: string;
  /** Lists mails newest first, optionally of one recipient. */
  list(to?: string): Mail[];
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** Any free port by default. */
  port?: number;
  /** The number of newest mails to keep. */
  keep?: number;
  /** Rejects a recipient with an SMTP code, as a real server may. */
  refuse?: (to: string) => { code: number; text: string } | undefined;
}

const MAX_MAILS = 2000;
const MAX_BYTES = 1024 * 1024;

/**
 * An SMTP server (https://nodemailer.com/extras/smtp-server) that stores mails in memory and delivers none, for the
 * demo and for tests.
 */
export async function openMailbox({ port = 0, keep = MAX_MAILS, refuse }: MailboxOptions = {}): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // No STARTTLS: clients would not trust a self-signed certificate, and only this machine reaches the server.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    logger: false,
    onRcptTo(address, _session, callback) {
      const refusal = refuse?.(address.address);
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      const storing = buffer(stream).then(async (raw) => {
        mails.unshift(...(await parse(raw, recipients)));
        mails.splice(keep);
      });
      callbackify(() => storing)((error) => callback(error));
    },
  });
  // Ignores clients that disconnect early.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, 'localhost', () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    url: `smtp://localhost:${(server.server.address() as AddressInfo).port}`,
    list: (to) => (to === undefined ? [...mails] : mails.filter((mail) => mail.to === to.toLowerCase())),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function parse(raw: Buffer, recipients: readonly string[]): Promise<Mail[]> {
  const { from, subject, text, html, messageId, headers } = await PostalMime.parse(raw);
  return recipients.map((to) => ({
    to,
    from: from?.address ?? '',
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
    messageId: messageId ?? '',
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    at: new Date().toISOString(),
  }));
}
