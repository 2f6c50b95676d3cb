import { client } from '../client.ts';
import { getErrorCode } from '../errors.ts';

type Registering = Parameters<typeof client.user.identity.register.mutate>[0];

/**
 * Signs up. Where many have just signed up from the same place, the browser works for some seconds to show that it is
 * no script's thousandth, by ALTCHA: it asks nobody but us, and the person has nothing to do.
 */
export async function signUp(input: Registering) {
  try {
    return await client.user.identity.register.mutate(input);
  } catch (error) {
    if (getErrorCode(error) !== 'PROOF_NEEDED') throw error;
    const { deviceFingerprint } = input;
    const { challenge } = await client.user.identity.challenge.query({ deviceFingerprint });
    const { solveProofOfWork } = await import('./proof-of-work.ts');
    const proof = await solveProofOfWork(challenge);
    if (proof === undefined) throw error;
    return client.user.identity.register.mutate({ ...input, proof });
  }
}
