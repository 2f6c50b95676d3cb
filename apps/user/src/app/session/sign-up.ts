import { client } from '../client.ts';
import { getErrorCode } from '../errors.ts';

type Registering = Parameters<typeof client.user.identity.register.mutate>[0];

/**
 * Signs up. After many sign-ups from one IP address or device, or with one mailbox, the browser solves a proof of work
 * (ALTCHA) for some seconds. The proof needs no server of a third party, and no action of the person.
 */
export const signUp = (input: Registering) =>
  withProof(input.deviceFingerprint, (proof) =>
    client.user.identity.register.mutate({ ...input, ...(proof !== undefined && { proof }) }),
  );

/** Repeats a call with a proof of work if the server asks for one. */
export async function withProof<Answer>(
  deviceFingerprint: string | undefined,
  call: (proof?: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (getErrorCode(error) !== 'PROOF_NEEDED') throw error;
    const { challenge } = await client.user.identity.challenge.query({ deviceFingerprint });
    const { solveProofOfWork } = await import('./proof-of-work.ts');
    const proof = await solveProofOfWork(challenge);
    if (proof === undefined) throw error;
    return call(proof);
  }
}
