import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto';

/**
 * An authenticator in software, written from https://www.w3.org/TR/webauthn-3/ (sections 6.1 and 6.5.4) without the
 * product's library.
 */
export interface TestPasskey {
  id: string;
  /** The browser's answer to the options of a registration. */
  make(options: { challenge: string }, origin?: string): ReturnType<typeof credential>;
  /** The browser's answer to a sign-in. @param verified whether the authenticator verified the person */
  answer(options: { challenge: string }, origin?: string, verified?: boolean): ReturnType<typeof assertion>;
}

const ORIGIN = 'http://localhost:3001';
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

/** Flags of authenticator data: user present, user verified, attested credential data. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export function testPasskey(rpId = 'localhost'): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const buildAuthenticatorData = (flags: number, attested: Uint8Array = new Uint8Array()): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  return {
    id: base64url(id),
    make({ challenge }, origin = ORIGIN) {
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const attested = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        encodeCoseKey(publicKey.export({ format: 'jwk' })),
      ]);
      const data = buildAuthenticatorData(PRESENT | VERIFIED | ATTESTED, attested);
      return credential(id, clientData('webauthn.create', challenge, origin), data);
    },
    answer({ challenge }, origin = ORIGIN, verified = true) {
      const data = buildAuthenticatorData(verified ? PRESENT | VERIFIED : PRESENT);
      const client = clientData('webauthn.get', challenge, origin);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return assertion(id, client, data, sign('sha256', signed, privateKey));
    },
  };
}

/** CBOR (RFC 8949): {1: 2, 3: -7, -1: 1, -2: x, -3: y}, the COSE key of ES256. */
function encodeCoseKey({ x = '', y = '' }: JsonWebKey): Buffer {
  const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, Buffer.from([0x21]), coordinate(x), Buffer.from([0x22]), coordinate(y)]);
}

/** CBOR: {"fmt": "none", "attStmt": {}, "authData": data}. */
const encodeAttestation = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ]);

const base = (id: Buffer) => ({
  id: base64url(id),
  rawId: base64url(id),
  type: 'public-key' as const,
  clientExtensionResults: {},
});

const credential = (id: Buffer, client: Buffer, data: Buffer) => ({
  ...base(id),
  response: { clientDataJSON: base64url(client), attestationObject: base64url(encodeAttestation(data)) },
});

const assertion = (id: Buffer, client: Buffer, data: Buffer, signature: Buffer) => ({
  ...base(id),
  response: {
    clientDataJSON: base64url(client),
    authenticatorData: base64url(data),
    signature: base64url(signature),
  },
});
