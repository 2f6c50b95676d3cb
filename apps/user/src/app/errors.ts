import type { ErrorCode } from '@inaam/contracts/common/errors';
import { DEFAULT_LANGUAGE } from '@inaam/contracts/common/language';
import type { AppRouter } from '@inaam/router/app-router';
import { TRPCClientError } from '@trpc/client';
import { getRefusalText, language } from '../words/words.ts';

/** The server's refusal; undefined if the server did not respond (no network, a proxy's page, a deadline). */
export const getRefusal = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : undefined;

/** The refusal's code; undefined if the server did not answer. */
export const getErrorCode = (error: unknown): ErrorCode | undefined => getRefusal(error)?.domainCode ?? undefined;

/**
 * Returns whether the error ends the session. If it does, calls `onSessionLost`, with the error if the reason is a
 * suspension.
 */
export function endsSession(error: unknown, onSessionLost: (reason?: unknown) => void): boolean {
  const code = getErrorCode(error);
  if (code === 'SUSPENDED') onSessionLost(error);
  else if (code === 'NOT_SIGNED_IN') onSessionLost();
  else return false;
  return true;
}

/** Turns `firstName: is required` into `First name is required`. */
const nameField = (message: string, isAtField?: boolean): string =>
  message.replace(/^([\w.]+): (.)/, (_, field: string, first: string) => {
    const isSentence = isAtField || first < 'a';
    const text = isSentence ? first : `${field.replace(/[._]|(?=[A-Z])/g, ' ').toLowerCase()} ${first}`;
    return text[0]?.toUpperCase() + text.slice(1);
  });

/**
 * The text for a person: the server's reason in the current language, else the fallback. Server faults carry no useful
 * reason.
 * @param isAtField leaves out the label of the invalid field, which is next to the text
 */
export function getErrorMessage(error: unknown, fallback: string, isAtField?: boolean): string {
  const data = getRefusal(error);
  if (!data || data.httpStatus === 500) return fallback;
  if (language() === DEFAULT_LANGUAGE) return nameField((error as Error).message, isAtField) || fallback;
  return getRefusalText(data.domainCode ?? undefined, data.field ?? undefined) ?? fallback;
}
