import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the mailbox shows it. */
export interface Mail {
  /** The address of the envelope: where it was really sent. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** `Message-ID` with its brackets. */
  messageId: string;
  /** The other headers by their lower-case names. */
  headers: Record<string, string>;
  /** When it came, ISO 8601. */
  at: string;
}

export interface Mailbox {
  /** `smtp://localhost:{port}` */
  url: string;
  /** Newest first; those to one address where it is given. */
  list(to?: string): Mail[];
  close(): Promise<void>;
}

export interface MailboxOptions {
  /** By default any port that is free. */
  port?: number;
  /** Mails that are kept, the newest ones. */
  keep?: number;
  /** Answers a recipient with an SMTP code in place of taking the mail: what a real server may do. */
  refuse?: (to: string) => { code: number; text: string } | undefined;
}

const KEPT = 2000;
const MAX_BYTES = 1024 * 1024;

/**
 * A real SMTP server (https://nodemailer.com/extras/smtp-server) that keeps what it is sent, for the demo and for
 * tests. It delivers nothing anywhere. In memory: after a restart it is empty.
 */
export async function openMailbox({ port = 0, keep = KEPT, refuse }: MailboxOptions = {}): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // A certificate of its own would be trusted by nobody; it is reached on this machine alone.
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    logger: false,
    onRcptTo(address, _session, callback) {
      const refusal = refuse?.(address.address);
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      const kept = buffer(stream).then(async (raw) => {
        mails.unshift(...(await parse(raw, recipients)));
        mails.splice(keep);
      });
      callbackify(() => kept)((error) => callback(error));
    },
  });
  // A client that goes away in the middle is its own affair.
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
