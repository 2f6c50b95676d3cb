import { type ErrorCode, errorTable, findDomainError } from '@inaam/contracts/common/errors';
import { wholeSentenceTexts } from '@inaam/contracts/common/sentences';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';

/** What clients may know about a failure. */
export interface PublicError {
  code: ErrorCode;
  status: number;
  text: string;
  /** The invalid input field in its documented spelling. */
  field: string | null;
  retryAfterSeconds: number | undefined;
  /** A reference to quote to support; null if there is none. */
  reference: string | null;
}

const buildFromTable = (code: ErrorCode): PublicError => ({
  code,
  status: errorTable[code].http,
  text: errorTable[code].text,
  field: null,
  retryAfterSeconds: undefined,
  reference: null,
});

/** Errors that tRPC itself throws before a procedure runs. */
const trpcCodes: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'BAD_INPUT',
  BAD_REQUEST: 'BAD_INPUT',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'WRONG_CONTENT_TYPE',
  PAYLOAD_TOO_LARGE: 'TOO_LARGE',
};

/** Converts any thrown value. Only our own errors and errors about invalid input reveal details. */
export function toPublicError(error: unknown): PublicError {
  const refusal = findDomainError(error);
  if (refusal) {
    const { code, message, field, retryAfterSeconds, reference } = refusal;
    return {
      ...buildFromTable(code),
      text: message,
      field: field ?? null,
      retryAfterSeconds,
      reference: reference ?? null,
    };
  }
  const cause = error instanceof TRPCError ? error.cause : error;
  if (cause instanceof ZodError) return describeInvalidInput(cause);
  const code = error instanceof TRPCError ? trpcCodes[error.code] : undefined;
  return buildFromTable(code ?? 'INTERNAL');
}

/** Names the field of the first issue, because people fix one thing at a time. */
function describeInvalidInput(error: ZodError): PublicError {
  const [issue] = error.issues;
  const field = issue?.path.join('.') || null;
  const message = issue ? formatIssue(issue) : errorTable.BAD_INPUT.text;
  return { ...buildFromTable('BAD_INPUT'), text: addSubject(field, message), field };
}

function addSubject(field: string | null, message: string): string {
  if (field) return wholeSentenceTexts.has(message) ? message : `${field}: ${message}`;
  // If the input is not an object, there is no field to name.
  return /^(must|is) /.test(message) ? `The input ${message}` : message;
}

type Issue = ZodError['issues'][number];

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
};

/** Keeps our schemas' messages and rewrites Zod's, which are written for programmers. */
function formatIssue(issue: Issue): string {
  const { message } = issue;
  if (!/^(Invalid|Too (big|small):) /.test(message)) return message;
  if (message.endsWith('received undefined')) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return mustBe(issue.values);
  if (issue.code === 'too_big') return `must ${formatSize(issue.origin)} at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `must ${formatSize(issue.origin)} at least ${issue.minimum}`;
  if (issue.code === 'invalid_union') return formatUnion(issue);
  return 'is not valid';
}

const mustBe = (values: Extract<Issue, { code: 'invalid_value' }>['values']): string =>
  `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;

const formatSize = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have a length of' : 'be');

/** Names what the members of a union accept, except null and an empty text, which stand for an absent value. */
function formatUnion({ errors, ...more }: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in more && more.options) return mustBe(more.options);
  const texts = errors.flatMap(([first]) => (first === undefined || isAboutNone(first) ? [] : [formatIssue(first)]));
  const [first = 'is not valid', ...others] = new Set(texts);
  const isJoinable = [first, ...others].every((text) => text.startsWith('must be '));
  return isJoinable ? [first, ...others.map((text) => text.slice('must be '.length))].join(' or ') : first;
}

const isAboutNone = (issue: Issue): boolean =>
  (issue.code === 'invalid_type' && issue.expected === 'null') ||
  (issue.code === 'invalid_value' && issue.values.every((value) => value === '' || value === null));
