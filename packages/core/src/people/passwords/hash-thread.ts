import { hashSync, verifySync } from '@node-rs/argon2';

/** Worker code, started by `hash-threads.ts`. Other files may only import its types. */

/** argon2 parameters. */
export interface HashCost {
  /** KiB */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
  /** The number of argon2's lanes. */
  parallelism: number;
}

/** @returns a PHC string with a random salt */
export const hash = ({ password, cost }: { password: string; cost: HashCost }): string => hashSync(password, cost);

/** @throws if `phc` is not an argon2 PHC string */
export const verify = ({ password, phc }: { password: string; phc: string }): boolean => verifySync(phc, password);
