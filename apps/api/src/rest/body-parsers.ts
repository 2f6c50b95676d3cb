import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance } from 'fastify';

/** Far deeper than any documented body. Recursive code, such as serialising, needs a bound. */
const MAX_DEPTH = 100;

/** Whether the brackets of a JSON text nest deeper than the limit, not counting those in strings. */
function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  // A loop takes linear time. A regular expression would rescan the text from each quote of an unclosed string.
  for (let at = 0; at < text.length && depth <= limit; at++) {
    const sign = text[at];
    if (isInString && sign === '\\') at += 1;
    else if (sign === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return depth > limit;
}

/**
 * Accepts only JSON bodies. An empty body counts as none, with the content type of JSON or without a content type. JSON
 * is UTF-8 (RFC 8259, section 8.1). Decoding other bytes would replace them, and a voucher code or a name would be
 * stored damaged.
 */
export function readJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(new DomainError('BAD_INPUT', { text: 'The body is not valid JSON' }));
    const text = body.toString();
    if (text === '') done(null, undefined);
    else if (isDeeperThan(MAX_DEPTH, text))
      done(new DomainError('BAD_INPUT', { text: 'The body is nested too deeply' }));
    else void parseJson(request, text, done);
  });
}

/** Accepts forms as well as JSON. A repeated field is a list, as in a query, and only list fields may be repeated. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, { ...parse(text as string) });
  });
}
