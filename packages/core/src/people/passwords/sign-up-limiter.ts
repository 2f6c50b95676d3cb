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
 * Limits sign-ups from one IP address or device, or with one mailbox. Above the limit they are slowed, and later they
 * require proof of work. They are never blocked, since a carrier has thousands of users behind one IP address. See
 * infra/docs/decisions/0011-limits-and-sign-up-budgets.md.
 */
export interface SignUpLimiter {
  /**
   * Counts a sign-up and delays it above the limit.
   * @throws DomainError PROOF_NEEDED if a required proof is missing, wrong or used
   */
  charge(from: SignUpSource, proof: string | undefined): Promise<void>;
  /** Creates a challenge whose difficulty grows with the caller's sign-ups. */
  challenge(from: Omit<SignUpSource, 'email'>): Promise<SignUpChallenge>;
}

export interface SignUpSource {
  /**
   * Absent for a sign-up with an identity provider. Such sign-ups are not limited by mailbox: a mailbox cannot sign up
   * again under an alias, and a sign-in is charged only while the person has no account.
   */
  email?: string;
  /** IPv6 addresses as their /64. */
  ip: string | null;
  device: string | undefined;
}

/** Sign-ups without any delay, in a window of `seconds`. */
const LIMITS = {
  /** For each mailbox in any spelling. Allows for some mistyped attempts. */
  person: { free: 3, seconds: 86_400 },
  /** Families share phones. Fingerprints can be forged and can collide. */
  device: { free: 5, seconds: 3600 },
  /** Households and hostels. Carriers get more, see {@link CARRIER_SHARE}. */
  address: { free: 20, seconds: 3600 },
} as const;

/** Extra sign-ups an hour for each session from an IP address, because many users there also mean many new users. */
const CARRIER_SHARE = 0.2;
/** Counts at most this many sessions, which allow 200 extra sign-ups an hour. */
const MAX_CARRIER_SESSIONS = 1000;

/** Proof is required above this multiple of the limit. Between the limit and this multiple, sign-ups are delayed. */
const PROOF_REQUIRED_FROM = 2;
/** Delay in ms at twice the limit. From the limit to there, the delay grows from 0. */
const DELAY_MS = 2000;

/** No limits: `RATE_LIMITS=off`. */
export const noSignUpLimiter: SignUpLimiter = {
  charge: () => Promise.resolve(),
  challenge: () => Promise.reject(new DomainError('NOT_FOUND')),
};

const digest = (text: string): string => sha256(text, 'base64url');

/** Whether the caller runs on this machine, as scripts and demos do. */
const isLoopback = (ip: string): boolean => ip === '::1' || ip.startsWith('127.');

/** @param pause waits for a number of ms */
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

  /** Returns the highest multiple of a limit that the caller has used. @param cost 0: reads without counting */
  async function getRatio({ email, ip, device }: Partial<SignUpSource>, cost: 0 | 1): Promise<number> {
    const ratios: Promise<number>[] = [];
    const count = async (key: string, seconds: number, allowed: number) =>
      ((await rateLimits.count(key, cost, seconds)) + cost) / allowed;
    if (email !== undefined) {
      const { free, seconds } = LIMITS.person;
      ratios.push(count(`sign-up:person:${digest(canonicalMailbox(email))}`, seconds, free));
    }
    if (device !== undefined) {
      const { free, seconds } = LIMITS.device;
      ratios.push(count(`sign-up:device:${digest(device)}`, seconds, free));
    }
    if (ip && !isLoopback(ip)) {
      ratios.push(addressAllowance(ip).then((free) => count(`sign-up:address:${ip}`, LIMITS.address.seconds, free)));
    }
    return Math.max(0, ...(await Promise.all(ratios)));
  }

  return {
    async charge(from, proof) {
      const used = await getRatio(from, 1);
      if (used <= 1) return;
      if (used <= PROOF_REQUIRED_FROM) {
        await pause(Math.round((used - 1) * DELAY_MS));
        return;
      }
      const checked = proof === undefined ? undefined : await checkProof(secrets, proof);
      if (!checked) throw new DomainError('PROOF_NEEDED', { field: 'proof' });
      if ((await rateLimits.count(`proof:${digest(checked.nonce)}`, 1, checked.expiresIn)) > 0) {
        throw new DomainError('PROOF_NEEDED', { field: 'proof' });
      }
    },
    async challenge(from) {
      const level = Math.log2(Math.max(1, (await getRatio(from, 0)) / PROOF_REQUIRED_FROM));
      return { challenge: await createProofChallenge(secrets, level) };
    },
  };
}
