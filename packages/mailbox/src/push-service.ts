import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';

/**
 * A push service (RFC 8030) with subscribed browsers, in memory, for the demo and for tests.
 * It checks the sender (VAPID, RFC 8292), and the browsers decrypt messages (RFC 8291). It implements the RFCs with
 * node:crypto and jose, so that it tests the sending library independently.
 */
export interface PushService {
  /**
   * Subscribes a browser.
   * @param applicationServerKey base64url: only the owner of the key may send (RFC 8292, 4.2)
   */
  subscribe(applicationServerKey: string): Subscription;
  /**
   * Receives a push message.
   * @param id the last part of the endpoint's path
   */
  receive(id: string, headers: IncomingHttpHeaders, body: Buffer): Promise<PushAnswer>;
  /** Lists the messages of an endpoint, newest first. */
  list(endpoint?: string): ReceivedPush[];
  /** Ends a subscription. Later messages to it are answered with 410. */
  end(endpoint: string): void;
}

/** The result of `PushSubscription.toJSON()`. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushAnswer {
  status: number;
  headers: Record<string, string>;
  /** For debugging. */
  reason?: string;
}

export interface ReceivedPush {
  endpoint: string;
  /** The decrypted text for the service worker. */
  text: string;
  topic: string | undefined;
  urgency: string | undefined;
  /** Time to live in seconds. */
  ttl: number;
  /** The contact that the sender gave in its token. */
  contact: string;
  /** ISO 8601. */
  at: string;
}

interface Receiver {
  endpoint: string;
  key: string;
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
  ended: boolean;
}

/** The number of newest messages to keep. */
const MAX_MESSAGES = 2000;
/** Every push service accepts messages of this size, and most accept no larger ones (RFC 8030, section 7.2). */
const MAX_BYTES = 4096;
/** The maximum lifetime of a token (RFC 8292, section 2). */
const MAX_TOKEN_SECONDS = 86_400;

/** @param path the prefix of endpoints, such as `http://localhost:3002/push` */
export function createPushService(path: string): PushService {
  const receivers = new Map<string, Receiver>();
  const received: ReceivedPush[] = [];
  return {
    subscribe(applicationServerKey) {
      const id = randomUUID();
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const endpoint = `${path}/${id}`;
      receivers.set(id, { endpoint, key: applicationServerKey, ecdh, auth, ended: false });
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    async receive(id, headers, body) {
      const receiver = receivers.get(id);
      if (!receiver) return answer(404, 'Endpoint not found');
      if (receiver.ended) return answer(410, 'The browser has unsubscribed');
      const ttl = Number(headers['ttl']);
      if (!Number.isInteger(ttl) || ttl < 0) return answer(400, 'TTL: is required (RFC 8030, section 5.2)');
      if (headers['content-encoding'] !== 'aes128gcm') return answer(400, 'Content-Encoding: must be aes128gcm');
      if (body.length > MAX_BYTES) return answer(413, `The message is longer than ${MAX_BYTES} bytes`);
      const topic = headers['topic'] as string | undefined;
      if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return answer(400, 'Topic: at most 32 of base64url');
      const sender = await verifySender(headers.authorization ?? '', receiver).catch((error: Error) => error);
      if (sender instanceof Error) return answer(403, sender.message);
      let text: string;
      try {
        text = decryptPush(body, receiver.ecdh, receiver.auth);
      } catch (error) {
        // A real service would forward the message, and the browser would drop it. Here the sender gets the error.
        return answer(400, `The browser cannot read it: ${(error as Error).message}`);
      }
      received.unshift({
        endpoint: receiver.endpoint,
        text,
        topic,
        urgency: headers['urgency'] as string | undefined,
        ttl,
        contact: sender,
        at: new Date().toISOString(),
      });
      received.splice(MAX_MESSAGES);
      return { status: 201, headers: { location: `${path}/message/${randomUUID()}` } };
    },
    list: (endpoint) => received.filter((push) => endpoint === undefined || push.endpoint === endpoint),
    end(endpoint) {
      for (const receiver of receivers.values()) if (receiver.endpoint === endpoint) receiver.ended = true;
    },
  };
}

const answer = (status: number, reason: string): PushAnswer => ({ status, headers: {}, reason });

/**
 * Checks the sender's token and key (VAPID).
 * @returns the contact of the sender
 * @throws Error with the reason if the token or its signature is not valid, or if the browser subscribed with another
 *   key
 */
async function verifySender(authorization: string, { endpoint, key }: Receiver): Promise<string> {
  const [, token, sent] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (token === undefined || sent === undefined) throw new Error('Authorization: must be vapid t=…, k=…');
  if (sent !== key) throw new Error('The browser has subscribed with another key');
  const point = Buffer.from(sent, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  if (decodeProtectedHeader(token).alg !== 'ES256') throw new Error('The token must be signed by ES256');
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: new URL(endpoint).origin,
    requiredClaims: ['exp'],
  });
  if ((payload.exp ?? 0) > Date.now() / 1000 + MAX_TOKEN_SECONDS) throw new Error('The token is valid for too long');
  const contact = payload.sub ?? '';
  if (!/^(mailto:.+@|https:)/.test(contact)) throw new Error('sub: must be a mailto: or https: address');
  return contact;
}

/** Derives the key and the nonce of a message (RFC 8291, section 3.4, and RFC 8188, sections 2.2 and 2.3). */
function deriveContentKeys(
  shared: Buffer,
  { auth, browser, server, salt }: Record<'auth' | 'browser' | 'server' | 'salt', Buffer>,
) {
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, server]);
  const input = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
  return { key: derive('aes128gcm', 16), nonce: derive('nonce', 12) };
}

/**
 * Decrypts a push message like a browser: one record of `aes128gcm` (RFC 8291, section 4).
 * @throws Error if the message was not encrypted for this browser, or is not one complete record
 */
export function decryptPush(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const keyEnd = 21 + body.readUInt8(20);
  const server = body.subarray(21, keyEnd);
  const record = body.subarray(keyEnd);
  if (server.length !== 65) throw new Error('the key must be a point of P-256, not compressed');
  if (record.length > recordSize) throw new Error('there must be one record');
  const { key, nonce } = deriveContentKeys(browser.computeSecret(server), {
    auth,
    browser: browser.getPublicKey(),
    server,
    salt,
  });
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and then zeros (RFC 8188, section 2).
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('the padding must begin with 2');
  return padded.subarray(0, end).toString('utf8');
}

export interface OpenPushService extends PushService {
  close(): Promise<void>;
}

/**
 * Opens a listening push service for tests.
 * @param refuse may return a reply that replaces the service's own, such as an error
 */
export async function openPushService(
  refuse: () => PushAnswer | undefined = () => undefined,
): Promise<OpenPushService> {
  let service: PushService | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const id = (request.url ?? '').split('/').at(-1) ?? '';
      const body = await buffer(request);
      const { status, headers, reason } =
        refuse() ?? (await service?.receive(id, request.headers, body)) ?? answer(404, '');
      response.writeHead(status, headers).end(reason);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  service = createPushService(`http://localhost:${(server.address() as AddressInfo).port}/push`);
  return { ...service, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
