import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';

const AUDIENCE = 'inaam-sandbox';
const ALGORITHM = 'RS256';
const LIFETIME_S = 3600;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  /** The public key, as the provider publishes it. */
  publicJwk: JWK;
}

export interface Account {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  emailVerified: boolean;
}

/** Loads the key in `{dataDir}/sandbox-key.json`, which only its owner can read; creates the key if there is none. */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const path = join(dataDir, 'sandbox-key.json');
  const stored = (await readStored(path)) ?? (await createStored(dataDir, path));
  const { kty, n, e } = stored;
  const kid = await calculateJwkThumbprint(stored);
  const privateKey = await importJWK(stored, ALGORITHM);
  if (privateKey instanceof Uint8Array || !kty || !n || !e) throw new Error(`${path} does not contain an RSA key`);
  return { kid, privateKey, publicJwk: { kty, n, e, kid, alg: ALGORITHM, use: 'sig' } };
}

async function readStored(path: string): Promise<JWK | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JWK;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read; remove it to create a new key`, { cause: error });
  }
}

async function createStored(dataDir: string, path: string): Promise<JWK> {
  await mkdir(dataDir, { recursive: true });
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  // A hard link fails if the name exists, so one of two simultaneous starts wins, and no start reads a partial file.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(jwk), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
    return jwk;
  } catch (error) {
    const winner = await readStored(path);
    if (!winner) throw error;
    return winner;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The provider's id of an account, which is the same for each sign-in with the same e-mail address. */
export const getSubject = (email: string): string =>
  createHash('sha256').update(`inaam-sandbox:${email.toLowerCase()}`).digest('base64url').slice(0, 28);

/** Issues an ID token, valid for an hour from `now` (ms since the epoch). */
export async function issueIdToken(account: Account, key: SigningKey, issuer: string, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  const subject = getSubject(account.email);
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  return new SignJWT({
    name: name || account.email.split('@')[0],
    auth_time: seconds,
    user_id: subject,
    email: account.email,
    email_verified: account.emailVerified,
    firebase: {
      identities: { 'google.com': [subject], email: [account.email] },
      sign_in_provider: 'google.com',
    },
  })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject(subject)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_S)
    .sign(key.privateKey);
}
