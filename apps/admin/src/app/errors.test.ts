import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { getErrorText, getLoadError, isServerError } from './errors.ts';

const answered = (httpStatus: number, message: string, headers: Record<string, string> = {}) =>
  TRPCClientError.from(
    { error: { message, code: -32603, data: { httpStatus } } },
    { meta: { response: new Response(null, { headers }) } },
  );

function thrownBy(act: () => unknown): Error {
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
    'a failure of the server names its reference',
    answered(500, 'Internal', { 'x-request-id': 'req-7' }),
    FAILED,
    FAILED,
  ],
  ['a refusal is said in the words of the server', answered(409, 'Taken'), 'Taken', 'Taken'],
  [
    'without an answer it is the connection',
    new Error('fetch failed'),
    'The server could not be reached. Check the connection and try again.',
    'Please try again.',
  ],
  [
    'an error page of a proxy is the server’s absence',
    TRPCClientError.from(thrownBy(() => isServerError(new Response('Bad gateway', { status: 502 })))),
    'The server is not answering right now. Please try again in a moment.',
    'The server is not answering right now. Please try again in a moment.',
  ],
])('%s', (_, error, ofLoading, ofAction) => {
  expect(getLoadError(error)).toBe(ofLoading);
  expect(getErrorText(error, 'Please try again.')).toBe(ofAction);
});

test('keeps a failure that the server reported', () => {
  const answer = Response.json({ error: {} }, { status: 503 });
  expect(isServerError(answer)).toBe(answer);
});
