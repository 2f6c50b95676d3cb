import type { IncomingMessage } from 'node:http';
import { DomainError } from '@inaam/contracts/common/errors';
import { encodeBody, type Postback } from '@inaam/core/partners/postbacks/receiving';

/** Bytes that are taken whole. */
const LIMIT = 64 * 1024;
/** Bytes that are kept of a longer one: enough to see what it was. */
const TRUNCATED_BYTES = 4 * 1024;
/** Bytes that are read at most, so that whoever sends a little too much hears the answer. */
const MAX_READ_BYTES = 1024 * 1024;

export type StoredBody = Pick<Postback, 'rawBody' | 'bodyEncoding' | 'truncatedFromBytes'>;

const declaredLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0) || 0;

/** A body that nobody will read. */
export const skipBody = (request: IncomingMessage): StoredBody => ({
  ...encodeBody(Buffer.alloc(0)),
  truncatedFromBytes: declaredLength(request) || null,
});

/**
 * The body as it came, whatever its kind; of one above 64 kB the head and its length (where that was not said before:
 * as far as it was read).
 * @throws DomainError BAD_INPUT when the connection ended within it
 */
export async function readBody(request: IncomingMessage): Promise<StoredBody> {
  const parts: Buffer[] = [];
  let size = 0;
  // Left open: the answer goes over the same socket.
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      size += (part as Buffer).length;
      if (size <= LIMIT) parts.push(part as Buffer);
      else if (parts.length === 0) parts.push((part as Buffer).subarray(0, TRUNCATED_BYTES));
      if (size > MAX_READ_BYTES) break;
    }
  } catch (error) {
    // Whoever sent it is gone: there is no postback yet, and nobody to answer.
    throw new DomainError('BAD_INPUT', { text: 'The body ended too early', cause: error });
  }
  const whole = Buffer.concat(parts);
  if (size <= LIMIT) return { ...encodeBody(whole), truncatedFromBytes: null };
  return {
    ...encodeBody(whole.subarray(0, TRUNCATED_BYTES)),
    truncatedFromBytes: Math.max(declaredLength(request), size),
  };
}
