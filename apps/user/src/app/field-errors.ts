import { getErrorMessage, getRefusal } from './errors.ts';

/** The documented name of the input field that is at fault, where the server names one. */
export const getField = (error: unknown): string | undefined => getRefusal(error)?.field ?? undefined;

/** A refusal's text for a place beside the field it names: without the name in front, as a sentence. */
export function getFieldMessage(error: unknown, field: string, fallback: string): string {
  const message = getErrorMessage(error, fallback);
  const bare = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
