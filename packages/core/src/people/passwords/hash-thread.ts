import { hashSync, verifySync } from '@node-rs/argon2';

/** What runs on a thread of `hash-threads.ts`, which starts this file: nothing else may import it but for types. */

/** What one hash costs the machine, as argon2 counts it. */
export interface HashCost {
  /** KiB */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
  /** Lanes. */
  parallelism: number;
}

/** @returns a PHC string, of a salt of its own. */
export const hash = ({ password, cost }: { password: string; cost: HashCost }): string => hashSync(password, cost);

/** @returns whether the password is that of the hash. @throws where it is no PHC string of argon2. */
export const verify = ({ password, phc }: { password: string; phc: string }): boolean => verifySync(phc, password);
