import type { ErrorCode } from '@inaam/contracts/common/errors';
import { DEFAULT_LANGUAGE } from '@inaam/contracts/common/language';
import type { AppRouter } from '@inaam/router/app-router';
import { TRPCClientError } from '@trpc/client';
import { language, refusalWords } from '../words/words.ts';

/** All that the server said, or undefined when no answer of its own came (no network, a proxy's page, a deadline). */
export const getRefusal = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data : undefined;

/** Which refusal it is; undefined when the server did not answer. */
export const getErrorCode = (error: unknown): ErrorCode | undefined => getRefusal(error)?.domainCode ?? undefined;

/**
 * Tells whoever keeps the session when a refusal means that there is none any more, and what else is to be told about
 * it.
 */
export function endsSession(error: unknown, onSessionLost: (reason?: unknown) => void): boolean {
  const code = getErrorCode(error);
  if (code === 'SUSPENDED') onSessionLost(error);
  else if (code === 'NOT_SIGNED_IN') onSessionLost();
  else return false;
  return true;
}

/**
 * The text for a person: why the server refused, in the language that is spoken, else the fallback of the place. Faults
 * of the server carry no reason that would help anyone.
 */
export function getErrorMessage(error: unknown, fallback: string): string {
  const data = getRefusal(error);
  if (!data || data.httpStatus === 500) return fallback;
  if (language() === DEFAULT_LANGUAGE) return (error as Error).message || fallback;
  return refusalWords(data.domainCode ?? undefined, data.field ?? undefined) ?? fallback;
}
