import { TRPCClientError } from '@trpc/client';
import { toLabel } from './field-label.ts';

interface ServerError {
  /** The server's message; a message about an invalid field begins with `field: `. */
  message: string;
  httpStatus: number;
  /** A key of `errorTable` (contracts/common/errors.ts); undefined for an error outside the table. */
  domainCode: string | undefined;
  /** The input field at fault, in its documented spelling. */
  field: string | undefined;
}

const textOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The server's error; undefined if the error is not from the server (no network, or a proxy's error page). */
export function getServerError(error: unknown): ServerError | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== 'object' || data === null) return undefined;
  const { httpStatus, domainCode, field } = data as Record<string, unknown>;
  return {
    message: error.message,
    httpStatus: typeof httpStatus === 'number' ? httpStatus : 500,
    domainCode: textOrUndefined(domainCode),
    field: textOrUndefined(field),
  };
}

/** A proxy responded in place of the server, as proxies do while the server is down. */
class ServerUnreachable extends Error {}

/**
 * Returns a response that comes from the server, errors included.
 * @throws ServerUnreachable if the response is a proxy's error page
 */
export function requireServerAnswer(response: Response): Response {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (response.status >= 500 && !isJson) throw new ServerUnreachable(`HTTP ${response.status}`);
  return response;
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.cause instanceof ServerUnreachable;

const SERVER_UNREACHABLE = 'The server is not answering right now. Please try again in a moment.';

/** Whether the session has expired. A wrong password is a 401 too, with another code. */
export const isSignedOut = (error: unknown): boolean => getServerError(error)?.domainCode === 'NOT_SIGNED_IN';

/** The server's message, with an invalid field's label in place of the field's name in the schema. */
function nameField({ message, field }: ServerError): string {
  if (!field || !message.startsWith(`${field}: `)) return message;
  const text = message.slice(field.length + 2);
  // An error in an item of a list is labelled by the item's field: `rates.1.rate` gets the label of `rate`.
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  return getFieldError(toLabel(name), { message: text }) ?? text;
}

/**
 * The text for a failed action: the server's message if the server refused the call, or a general text with the
 * request's reference for a server fault.
 * @param fallback the text if no response arrived; a proxy's error page has its own text
 */
export function getErrorText(error: unknown, fallback: string): string {
  const refusal = getServerError(error);
  if (!refusal) return isUnreachable(error) ? SERVER_UNREACHABLE : fallback;
  return refusal.httpStatus === 500 ? describeFailure(error) : nameField(refusal);
}

/** The request id in the server's log, by which support finds the failure. */
function getCallReference(error: unknown): string | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const response: unknown = error.meta?.['response'];
  return response instanceof Response ? (response.headers.get('x-request-id') ?? undefined) : undefined;
}

/** Explains a failed load, next to a title that says what failed. */
export function getLoadError(error: unknown): string {
  const refusal = getServerError(error);
  if (!refusal)
    return isUnreachable(error)
      ? SERVER_UNREACHABLE
      : 'The server could not be reached. Check the connection and try again.';
  return refusal.httpStatus === 500 ? describeFailure(error) : nameField(refusal);
}

function describeFailure(error: unknown): string {
  const reference = getCallReference(error);
  const withReference = reference ? ` with this reference: ${reference}` : '';
  return `The server failed. Try again; if it fails again, contact the operator${withReference}.`;
}

/**
 * A validation message as a sentence next to its field. Shared schemas return `is required` without a subject, because
 * callers name the field differently. Complete sentences stay unchanged.
 */
export function getFieldError(label: string, error: { message?: string | undefined } | undefined): string | undefined {
  const message = error?.message;
  return message && /^[a-z]/.test(message) ? `${label} ${message}` : message;
}
