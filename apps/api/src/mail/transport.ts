import { readFileSync } from 'node:fs';
import { disabledMailer, type Mailer, MailRejected, type OutgoingMail } from '@inaam/core/kernel/mail/transports';
import { SettingError } from '@inaam/settings/environment';
import { createTransport, type Transporter } from 'nodemailer';
import type { MailSettings, SmtpSettings } from '../settings.ts';

/**
 * ms after which a step of sending a mail fails. Some mails of a batch are sent one after another, and all of them must
 * end before the lease of the batch: packages/core/src/outbox/messages/deliver.ts.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const CONNECTIONS = 4;

export interface ClosableMailer extends Mailer {
  close(): void;
}

/**
 * Sends mail over SMTP (https://nodemailer.com/smtp).
 * @param sandboxOrigin the sandbox, which reports the port of its SMTP server; used when no server is configured
 * @throws SettingError when the DKIM key cannot be read
 */
export function createMailer(settings: MailSettings, sandboxOrigin: string | undefined): ClosableMailer {
  if (settings.kind === 'off') return { ...disabledMailer, close: () => undefined };
  const open = createOpener(settings);
  let transport: Promise<Transporter> | undefined;
  const connect = (): Promise<Transporter> => {
    transport ??= (settings.url === undefined ? sandboxUrl(sandboxOrigin) : Promise.resolve(settings.url)).then(open);
    return transport;
  };
  const forget = () => {
    void transport?.then(
      (connection) => connection.close(),
      () => undefined,
    );
    transport = undefined;
  };
  return {
    isOn: true,
    domain: getDomain(settings.from),
    async send(mail) {
      try {
        const connection = await connect();
        await connection.sendMail(envelope(mail, settings.from));
      } catch (error) {
        if (isPermanentFailure(error)) throw new MailRejected(error.message);
        // The port of the SMTP server changes when the sandbox restarts.
        if (settings.url === undefined) forget();
        throw error;
      }
    },
    close: forget,
  };
}

function createOpener({ requireTls, dkim }: SmtpSettings): (url: string) => Transporter {
  const signing = dkim && { domainName: dkim.domain, keySelector: dkim.selector, privateKey: readKey(dkim.keyFile) };
  return (url) => {
    const { protocol, hostname, port, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    return createTransport({
      host: hostname,
      port: port ? Number(port) : secure ? 465 : 587,
      secure,
      requireTLS: requireTls && !secure,
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      pool: true,
      maxConnections: CONNECTIONS,
      ...TIMEOUTS,
      ...(signing && { dkim: signing }),
    });
  };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError('MAIL_DKIM', (error as Error).message);
  }
}

async function sandboxUrl(origin: string | undefined): Promise<string> {
  const answer = await fetch(`${origin}/smtp.json`, { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`);
  const { url } = (await answer.json()) as { url: string };
  return url;
}

const envelope = ({ messageId, to, subject, text, html, unsubscribeUrl }: OutgoingMail, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
  messageId: `<${messageId}>`,
  headers: {
    // RFC 3834: suppresses automatic replies such as holiday notices.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

const getDomain = (from: string): string => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';

/** A 5xx reply to the recipient or the mail is permanent. A 5xx reply to our sign-in or greeting leads to a retry. */
function isPermanentFailure(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const { responseCode, code } = error;
  return typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
