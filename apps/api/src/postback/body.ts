import type { IncomingMessage } from 'node:http';
import { DomainError } from '@inaam/contracts/common/errors';
import { encodeBody, type Postback } from '@inaam/core/partners/postbacks/receiving';

/** Largest body in bytes that is stored whole. */
export const MAX_STORED_BYTES = 64 * 1024;
/** Bytes that are stored of a longer body: enough to recognise it. */
const TRUNCATED_BYTES = 4 * 1024;
/** Maximum number of bytes to read: more than is stored, so that the sender of a larger body still gets the answer. */
const MAX_READ_BYTES = 1024 * 1024;

export type StoredBody = Pick<Postback, 'rawBody' | 'bodyEncoding' | 'truncatedFromBytes'>;

const readDeclaredLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0) || 0;

/** Describes a body without reading it. */
export const skipBody = (request: IncomingMessage): StoredBody => ({
  ...encodeBody(Buffer.alloc(0)),
  truncatedFromBytes: readDeclaredLength(request) || null,
});

/**
 * Reads the body unchanged. Of a body above 64 kB, it keeps the start, and the declared length or the number of bytes
 * read, whichever is larger.
 * @throws DomainError BAD_INPUT when the connection ends early
 */
export async function readBody(request: IncomingMessage): Promise<StoredBody> {
  const parts: Buffer[] = [];
  let size = 0;
  // The socket stays open for the answer.
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      size += (part as Buffer).length;
      if (size <= MAX_STORED_BYTES) parts.push(part as Buffer);
      else if (parts.length === 0) parts.push((part as Buffer).subarray(0, TRUNCATED_BYTES));
      if (size > MAX_READ_BYTES) break;
    }
  } catch (error) {
    // The sender has disconnected, so there is no postback and no one to answer.
    throw new DomainError('BAD_INPUT', { text: 'The body ended too early', cause: error });
  }
  const whole = Buffer.concat(parts);
  if (size <= MAX_STORED_BYTES) return { ...encodeBody(whole), truncatedFromBytes: null };
  return {
    ...encodeBody(whole.subarray(0, TRUNCATED_BYTES)),
    truncatedFromBytes: Math.max(readDeclaredLength(request), size),
  };
}
