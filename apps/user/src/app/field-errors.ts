import { messageOf, refusal } from './errors.ts';

/** The documented name of the input field that is at fault, where the server names one. */
export const fieldOf = (error: unknown): string | undefined => refusal(error)?.field ?? undefined;

/** A refusal's text for a place beside the field it names: without the name in front, as a sentence. */
export function fieldMessageOf(error: unknown, field: string, fallback: string): string {
  const message = messageOf(error, fallback);
  const bare = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
