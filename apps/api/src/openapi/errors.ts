import { type ErrorCode, errorTable } from '@inaam/contracts/common/errors';
import type { HostDescription, Operation } from './operation.ts';
import type { JsonSchema } from './schemas.ts';

const ERROR = { $ref: '#/components/schemas/Error' };

/** Errors that many calls share. */
export const sharedErrors: readonly ErrorCode[] = [
  'NOT_SIGNED_IN',
  'FOREIGN_ORIGIN',
  'TOO_LARGE',
  'WRONG_CONTENT_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
];

/** Statuses that send `Retry-After`. */
const RETRYABLE_STATUSES = new Set([429, 503]);

/** Describes every error status of a call with its texts. */
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
    [...byStatus].map(([status, codesOfStatus]) => {
      const [only] = codesOfStatus;
      const isShared = only !== undefined && codesOfStatus.length === 1 && sharedErrors.includes(only);
      return [
        status,
        isShared
          ? { $ref: `#/components/responses/${only}` }
          : describeError(
              status,
              codesOfStatus.map((code) => [code, exampleText(code, input)]),
            ),
      ];
    }),
  );
}

/** @param texts the errors with this status, by code */
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

/** Returns the text of an error. For invalid input the text names a field. */
function exampleText(code: ErrorCode, input: JsonSchema | undefined): string {
  if (code !== 'BAD_INPUT') return errorTable[code].text;
  const [required] = input?.required ?? [];
  const [first] = Object.keys(input?.properties ?? {});
  if (!first) return errorTable.BAD_INPUT.text;
  return required ? `${required}: is required` : `${first}: must be a number`;
}
