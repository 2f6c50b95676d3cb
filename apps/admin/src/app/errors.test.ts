import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { errorText, loadProblem } from './errors.ts';

const answered = (httpStatus: number, message: string, headers: Record<string, string> = {}) =>
  TRPCClientError.from(
    { error: { message, code: -32603, data: { httpStatus } } },
    { meta: { response: new Response(null, { headers }) } },
  );

const FAILED = 'The server failed. Try again; if it fails again, tell whoever runs it this reference: req-7.';

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
])('%s', (_, error, ofLoading, ofAction) => {
  expect(loadProblem(error)).toBe(ofLoading);
  expect(errorText(error, 'Please try again.')).toBe(ofAction);
});
