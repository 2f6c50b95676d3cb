import { type ErrorCode, errorTable } from '@inaam/contracts/common/errors';
import type { HostDescription, Operation } from './operation.ts';
import type { JsonSchema } from './schemas.ts';

/** What a description says of the ways in which a call is refused. */

const ERROR = { $ref: '#/components/schemas/Error' };

/** What many calls answer alike. */
export const sharedErrors: readonly ErrorCode[] = [
  'NOT_SIGNED_IN',
  'FOREIGN_ORIGIN',
  'TOO_LARGE',
  'WRONG_CONTENT_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Statuses that say when to come back. */
const RETRYABLE_STATUSES = new Set([429, 503]);

/** Every status that the call may end with, each with the texts of its refusals. */
export function describeErrors(
  host: HostDescription,
  method: string,
  operation: Operation,
  input: JsonSchema | undefined,
): Record<string, unknown> {
  const { access, refusals = [] } = operation;
  const codes: ErrorCode[] = [
    'BAD_INPUT',
    ...(access === 'session' ? (['NOT_SIGNED_IN'] as const) : []),
    ...(access === 'session' && !host.serviceKeys ? (['SUSPENDED', 'BLOCKED'] as const) : []),
    ...(method === 'GET' ? [] : (['FOREIGN_ORIGIN'] as const)),
    ...(method !== 'GET' && access === 'session' && host.serviceKeys ? (['KEY_READ_ONLY'] as const) : []),
    ...refusals,
    ...(method === 'POST' ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_BUSY'] as const) : []),
    ...(method === 'GET' ? [] : (['TOO_LARGE', 'WRONG_CONTENT_TYPE'] as const)),
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'UNAVAILABLE',
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { http } = errorTable[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const [only] = ofStatus;
      const isShared = only !== undefined && ofStatus.length === 1 && sharedErrors.includes(only);
      return [
        status,
        isShared
          ? { $ref: `#/components/responses/${only}` }
          : describeError(
              status,
              ofStatus.map((code) => [code, exampleText(code, input)]),
            ),
      ];
    }),
  );
}

/** @param texts of the refusals that this status has, by their codes */
export function describeError(status: number, texts: [ErrorCode, string][]): Record<string, unknown> {
  return {
    description: texts.map(([code]) => errorTable[code].text).join(' · '),
    ...(RETRYABLE_STATUSES.has(status) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: {
      'application/json': {
        schema: ERROR,
        examples: Object.fromEntries(texts.map(([code, error]) => [code, { value: { error } }])),
      },
    },
  };
}

/** A refusal of bad input names the field. */
function exampleText(code: ErrorCode, input: JsonSchema | undefined): string {
  if (code !== 'BAD_INPUT') return errorTable[code].text;
  const [required] = input?.required ?? [];
  const [first] = Object.keys(input?.properties ?? {});
  if (!first) return errorTable.BAD_INPUT.text;
  return required ? `${required}: is required` : `${first}: must be a number`;
}
