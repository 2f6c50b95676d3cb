import { getErrorMessage, getRefusal } from './errors.ts';

/** The documented name of the invalid field, if the server names one. */
export const getField = (error: unknown): string | undefined => getRefusal(error)?.field ?? undefined;

/** A refusal's text next to its field: a sentence without the field's name. */
export function getFieldMessage(error: unknown, field: string, fallback: string): string {
  const message = getErrorMessage(error, fallback);
  const bare = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
