import { getErrorMessage, getRefusal } from './errors.ts';

/** The documented name of the invalid field, if the server names one. */
export const getField = (error: unknown): string | undefined => getRefusal(error)?.field ?? undefined;

/** A refusal's text next to its field: a sentence without the field's name. */
export const getFieldMessage = (error: unknown, fallback: string): string => getErrorMessage(error, fallback, true);
