import { createHmac, createSecretKey, hash as hashed } from 'node:crypto';
import { commitmentSteps, type HashRequest, type HashSteps, rollSteps } from '@inaam/contracts/spins/draw';

/**
 * The draw on the server: the steps of the contract, with hashes by Node's crypto at once. Web Crypto hands each of
 * them to a thread and back, which costs many times the hash itself.
 */

/** SHA-256 of the seed's bytes, hex. */
export const computeCommitment = (seed: Uint8Array<ArrayBuffer>): string => runWithNodeCrypto(commitmentSteps(seed));

/** The roll, 0 to 999, of a completion's 32 bytes of seed, the caller's share and the completion's number. */
export const computeRoll = (seed: Uint8Array<ArrayBuffer>, clientSeed: string, completionId: number): number =>
  runWithNodeCrypto(rollSteps(seed, clientSeed, completionId));

/** Takes steps whose hashes are Node's. */
export function runWithNodeCrypto<Result>(steps: HashSteps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(hash(step.value));
  return step.value;
}

/**
 * By a key of Node's own kind and in one call: handed bytes, or asked step by step, Node takes two to three times as
 * long.
 */
const hash = ({ data, key }: HashRequest): Uint8Array =>
  key ? createHmac('sha256', createSecretKey(key)).update(data).digest() : hashed('sha256', data, 'buffer');
