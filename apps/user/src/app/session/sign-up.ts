import { client } from '../client.ts';
import { getErrorCode } from '../errors.ts';

type Registering = Parameters<typeof client.user.identity.register.mutate>[0];

/**
 * Signs up. After many sign-ups from one place, the browser solves a proof of work (ALTCHA) for some seconds. It
 * contacts only our server, and the person has nothing to do.
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
