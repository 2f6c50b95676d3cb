import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { getErrorText, getLoadError, requireServerAnswer } from './errors.ts';

const createServerError = (httpStatus: number, message: string, headers: Record<string, string> = {}, field?: string) =>
  TRPCClientError.from(
    { error: { message, code: -32603, data: { httpStatus, field } } },
    { meta: { response: new Response(null, { headers }) } },
  );

function catchError(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}

const FAILED = 'The server failed. Try again; if it fails again, contact the operator with this reference: req-7.';

test.each([
  [
    'names the reference of a server failure',
    createServerError(500, 'Internal', { 'x-request-id': 'req-7' }),
    FAILED,
    FAILED,
  ],
  ['shows the server’s message of a refusal', createServerError(409, 'Taken'), 'Taken', 'Taken'],
  [
    'explains a connection failure if no response arrives',
    new Error('fetch failed'),
    'The server could not be reached. Check the connection and try again.',
    'Please try again.',
  ],
  [
    'explains that the server is down if a proxy sends its error page',
    TRPCClientError.from(catchError(() => requireServerAnswer(new Response('Bad gateway', { status: 502 })))),
    'The server is not answering right now. Please try again in a moment.',
    'The server is not answering right now. Please try again in a moment.',
  ],
])('%s', (_, error, loadError, actionError) => {
  expect(getLoadError(error)).toBe(loadError);
  expect(getErrorText(error, 'Please try again.')).toBe(actionError);
});

test.each([
  [
    'external_offer_id',
    'external_offer_id: is already used by "Tea survey"',
    'External offer ID is already used by "Tea survey"',
  ],
  ['offerUrl', 'offerUrl: must be a web address', 'Offer URL must be a web address'],
  ['rates.1.rate', 'rates.1.rate: must be a number', 'Rate must be a number'],
  ['password', 'password: This password is too common', 'This password is too common'],
  ['username', 'Username must be at least 3 characters', 'Username must be at least 3 characters'],
])('names the field %s by its label, or not at all, in the message “%s”', (field, message, expected) => {
  expect(getErrorText(createServerError(400, message, {}, field), '')).toBe(expected);
  expect(getLoadError(createServerError(400, message, {}, field))).toBe(expected);
});

test('returns the server’s own error response unchanged', () => {
  const answer = Response.json({ error: {} }, { status: 503 });
  expect(requireServerAnswer(answer)).toBe(answer);
});
