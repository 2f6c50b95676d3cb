import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@inaam/contracts/common/errors';
import type { SignUpChallenge } from '@inaam/contracts/identity/sign-in';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { canonicalMailbox } from '../users/canonical-mailbox.ts';
import { checkProof, createProofChallenge } from './proof-of-work.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * How many accounts may be made from one place: beyond it a sign-up is slowed, then asks for proof of work, and with it
 * goes on. Never a wall: behind one address a carrier has thousands. See
 * infra/docs/decisions/0011-limits-and-sign-up-budgets.md.
 */
export interface SignUpLimiter {
  /**
   * Counts a sign-up, and waits where it is one of too many.
   * @throws DomainError PROOF_NEEDED without a proof where one is needed; one that is wrong or was used counts for none
   */
  spend(from: SignUpSource, proof: string | undefined): Promise<void>;
  /** What to work on, as hard as the caller's own budget asks for. */
  challenge(from: Omit<SignUpSource, 'email'>): Promise<SignUpChallenge>;
}

export interface SignUpSource {
  email: string;
  /** In the form in which it is counted: an IPv6 address as its /64. */
  ip: string | null;
  device: string | undefined;
}

/** Sign-ups in a window of so many seconds that nobody notices. */
const LIMITS = {
  /** One mailbox, however it is spelled: who mistypes tries again. */
  person: { free: 3, seconds: 86_400 },
  /** A family shares a phone. A fingerprint can be forged and can collide, so it is no wall either. */
  device: { free: 5, seconds: 3600 },
  /** A household, a hostel; a carrier's address has more, see {@link CARRIER_SHARE}. */
  address: { free: 20, seconds: 3600 },
} as const;

/** Sign-ups an hour for each person who is signed in from an address: where a thousand live, some new ones come. */
const CARRIER_SHARE = 0.2;
/** Sessions of an address that are counted at most: 200 more sign-ups an hour. */
const MAX_CARRIER_SESSIONS = 1000;

/** Up to this many times the budget a sign-up is slowed, from there on it asks for proof. */
const PROOF_REQUIRED_FROM = 2;
/** ms for each whole budget that is exceeded. */
const DELAY_MS = 2000;

/** Lets everything through: `RATE_LIMITS=off`. */
export const noSignUpLimiter: SignUpLimiter = {
  spend: () => Promise.resolve(),
  challenge: () => Promise.reject(new DomainError('NOT_FOUND')),
};

const digest = (text: string): string => sha256(text, 'base64url');

/** The machine's own, as of scripts and of a demo: nobody is behind it. */
const isLoopback = (ip: string): boolean => ip === '::1' || ip.startsWith('127.');

/** @param pause waits for so many ms */
export function createSignUpLimiter(
  { kernel, rateLimits, secrets }: { kernel: Kernel; rateLimits: RateLimits; secrets: SecretBox },
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
): SignUpLimiter {
  const addressAllowance = async (ip: string): Promise<number> => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ people: number }[]>`
        select count(*)::int as people from (select 1 from user_sessions
          where ip = ${ip} limit ${MAX_CARRIER_SESSIONS}) s`,
    );
    return LIMITS.address.free + Math.floor((row?.people ?? 0) * CARRIER_SHARE);
  };

  /** How many times its budget the caller has spent: the most of what it is counted by. @param cost 0: only looks */
  async function ratio({ email, ip, device }: Partial<SignUpSource>, cost: 0 | 1): Promise<number> {
    const asked: Promise<number>[] = [];
    const count = async (key: string, seconds: number, allowed: number) =>
      ((await rateLimits.count(key, cost, seconds)) + cost) / allowed;
    if (email !== undefined) {
      const { free, seconds } = LIMITS.person;
      asked.push(count(`sign-up:person:${digest(canonicalMailbox(email))}`, seconds, free));
    }
    if (device !== undefined) {
      const { free, seconds } = LIMITS.device;
      asked.push(count(`sign-up:device:${digest(device)}`, seconds, free));
    }
    if (ip && !isLoopback(ip)) {
      asked.push(addressAllowance(ip).then((free) => count(`sign-up:address:${ip}`, LIMITS.address.seconds, free)));
    }
    return Math.max(0, ...(await Promise.all(asked)));
  }

  return {
    async spend(from, proof) {
      const spent = await ratio(from, 1);
      if (spent <= 1) return;
      if (spent <= PROOF_REQUIRED_FROM) {
        await pause(Math.round((spent - 1) * DELAY_MS));
        return;
      }
      const proved = proof === undefined ? undefined : await checkProof(secrets, proof);
      if (!proved) throw new DomainError('PROOF_NEEDED', { field: 'proof' });
      if ((await rateLimits.count(`proof:${digest(proved.nonce)}`, 1, proved.expiresIn)) > 0) {
        throw new DomainError('PROOF_NEEDED', { field: 'proof' });
      }
    },
    async challenge(from) {
      const level = Math.log2(Math.max(1, (await ratio(from, 0)) / PROOF_REQUIRED_FROM));
      return { challenge: await createProofChallenge(secrets, level) };
    },
  };
}
