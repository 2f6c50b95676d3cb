import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.ts';

/** A mail in the sandbox's mailbox. */
export interface MailSeen {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

const PATIENCE_MS = 15_000;

/** Returns the newest mail with a matching subject to an address. Waits until one arrives. */
export async function mailTo(product: Product, email: string, subject: RegExp): Promise<MailSeen> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetch(`${product.sandboxOrigin}/mail.json?to=${encodeURIComponent(email)}`);
    const { messages } = (await answer.json()) as { messages: MailSeen[] };
    const found = messages.find((mail) => subject.test(mail.subject));
    if (found) return found;
    if (performance.now() > end) {
      throw new Error(`No mail to ${email} about ${subject}: ${messages.map((mail) => mail.subject).join(', ')}`);
    }
    await sleep(100);
  }
}

/** The six digits of the newest mail with a code. */
export async function readMailedCode(product: Product, email: string): Promise<string> {
  const { text } = await mailTo(product, email, /is your .* code$/);
  return /^(\d{6})$/m.exec(text)?.[1] ?? '';
}

/** The link to this product in a mail. */
export function linkIn({ text }: MailSeen): string {
  const link = /^(https?:\S+#\S+)$/m.exec(text)?.[1];
  if (!link) throw new Error(`no link in ${text}`);
  return link;
}
