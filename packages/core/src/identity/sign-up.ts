import { DomainError } from '@inaam/contracts/common/errors';
import type { RegisterInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '../kernel/actor.ts';
import { violatedConstraint } from '../kernel/failures.ts';
import type { Services } from '../services.ts';
import { createAccount } from './accounts.ts';
import { refuseBlocked } from './blocks.ts';
import { openUserSession, type SignedIn } from './sign-in.ts';

/**
 * Makes an account with a password and signs it in.
 * @throws DomainError EMAIL_TAKEN, BLOCKED, BAD_INPUT for a common password, UNAVAILABLE when too many are hashed
 */
export async function signUp(
  services: Services,
  caller: Caller,
  input: RegisterInput,
): Promise<SignedIn<SignedInUser>> {
  const { kernel, passwords } = services;
  const { email, firstName, lastName, deviceFingerprint: device } = input;
  await refuseBlocked(kernel, caller.ip, device ?? null);
  const passwordHash = await passwords.hash(input.password);
  const account = {
    email,
    firstName,
    lastName,
    passwordHash,
    providerUid: null,
    verified: false,
    ip: caller.ip,
    device,
    userAgent: caller.userAgent,
  };
  const { id } = await kernel
    .write((tx) => createAccount(tx, account))
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'users_email_key') throw new DomainError('EMAIL_TAKEN', { field: 'email' });
      throw error;
    });
  return openUserSession(services, { id, email, firstName, lastName }, { ...caller, device });
}
