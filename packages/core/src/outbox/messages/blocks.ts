/** What a mail says, before it is text or HTML: both are made from the same blocks, so that they say the same. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** The one thing to do. */
  | { kind: 'button'; label: string; url: string }
  /** To be typed: large, and alone in its line. */
  | { kind: 'code'; code: string }
  | { kind: 'facts'; facts: [name: string, value: string][] }
  /** What matters less. */
  | { kind: 'note'; text: string };

export interface MailContent {
  subject: string;
  /** What lists of mails show behind the subject. */
  preview: string;
  title: string;
  blocks: Block[];
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
export const code = (digits: string): Block => ({ kind: 'code', code: digits });
export const facts = (...pairs: [string, string][]): Block => ({ kind: 'facts', facts: pairs });
export const note = (text: string): Block => ({ kind: 'note', text });
