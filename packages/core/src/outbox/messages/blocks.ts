/** The content of a mail. Text and HTML are rendered from the same blocks. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** The main action. */
  | { kind: 'button'; label: string; url: string }
  /** A code to type, shown large on its own line. */
  | { kind: 'code'; code: string }
  | { kind: 'facts'; facts: [name: string, value: string][] }
  /** Less important text. */
  | { kind: 'note'; text: string };

export interface MailContent {
  subject: string;
  /** Text that mail clients show after the subject, before the mail is opened. */
  preview: string;
  title: string;
  blocks: Block[];
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
export const code = (digits: string): Block => ({ kind: 'code', code: digits });
export const facts = (...pairs: [string, string][]): Block => ({ kind: 'facts', facts: pairs });
export const note = (text: string): Block => ({ kind: 'note', text });
