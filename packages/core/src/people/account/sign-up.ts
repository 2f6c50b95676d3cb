import type { SignUpAnswer } from '@inaam/contracts/account/account';
import type { RegisterInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RateLimits } from '../passwords/rate-limits.ts';
import type { SignUpLimiter } from '../passwords/sign-up-limiter.ts';
import { refuseBlocked } from '../sessions/blocks.ts';
import { createAccount, toEmailTakenError } from '../users/accounts.ts';
import type { AccountPolicy } from './account-policy.ts';
import { recordConsent } from './consents.ts';
import { limitMails } from './mail-rate-limit.ts';
import type { SignInServices } from './sign-in.ts';
import { openUserSession, type SignedIn, type SignInResult } from './sign-in.ts';
import { issueToken, LIFETIMES } from './tokens.ts';
import { type PendingSignUp, sendVerification } from './verify-email.ts';

/** The person's own words: no password may be one of them. */
const getPersonalWords = ({ email, firstName, lastName }: RegisterInput): string[] => [email, firstName, lastName];

/** What signing up needs. */
type SignUpServices = SignInServices & {
  kernel: Kernel;
  secrets: SecretBox;
  passwords: Passwords;
  mail: MailSettings;
  accounts: AccountPolicy;
  signUpLimiter: SignUpLimiter;
};

/**
 * Signs a person up: at once, or by a mail where the installation asks for it. A service's sign-ups are at once.
 * @throws DomainError as {@link signUp} and {@link requestSignUp}
 */
export async function register(
  services: SignUpServices & { rateLimits: RateLimits },
  caller: Caller,
  input: RegisterInput,
  isVouched: boolean,
): Promise<SignInResult<SignUpAnswer>> {
  if (isVouched || !services.accounts.signUpByMail) return signUp(services, caller, input, isVouched);
  await requestSignUp(services, caller, input);
  return { answer: { message: 'Check your email to continue' }, cookie: undefined };
}

/**
 * Makes an account with a password and signs it in; a mail to verify the address follows.
 * @param isVouched by a service, whose sign-ups all come from one place: what is counted by place says nothing there
 * @throws DomainError EMAIL_TAKEN, BLOCKED, BAD_INPUT for a common password, PROOF_NEEDED where many came from the same
 *   place, UNAVAILABLE when too many are hashed
 */
export async function signUp(
  services: SignUpServices,
  caller: Caller,
  input: RegisterInput,
  isVouched = false,
): Promise<SignedIn<SignedInUser>> {
  const { kernel, passwords, mail, accounts, signUpLimiter } = services;
  const { email, firstName, lastName, deviceFingerprint: device } = input;
  await refuseBlocked(kernel, caller.ip, device ?? null);
  if (!isVouched) await signUpLimiter.spend({ email, ip: caller.ip, device }, input.proof);
  const passwordHash = await passwords.hash(input.password, 'password', getPersonalWords(input));
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
    language: input.language,
    cameFrom: caller.cameFrom,
  };
  const { id } = await kernel
    .write(async (tx) => {
      const made = await createAccount(tx, account);
      await recordConsent(tx, accounts, made.id);
      if (mail.mailer.isOn) await sendVerification(tx, services, { id: made.id, email });
      return made;
    })
    .catch(toEmailTakenError);
  return openUserSession(services, { id, email, firstName, lastName }, { ...caller, device }, 'sign-up');
}

/**
 * Takes a sign-up and sends a mail, whether the address is taken or not: the same hash and the same statements, since
 * the account is made when the mail's link or code comes back. Who sends the mail finds out which of the two it is.
 * @throws DomainError BLOCKED, BAD_INPUT for a common password, PROOF_NEEDED, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function requestSignUp(
  services: {
    kernel: Kernel;
    secrets: SecretBox;
    passwords: Passwords;
    mail: MailSettings;
    rateLimits: RateLimits;
    signUpLimiter: SignUpLimiter;
  },
  caller: Caller,
  input: RegisterInput,
): Promise<void> {
  const { kernel, passwords, secrets, signUpLimiter } = services;
  const { email, firstName, lastName, deviceFingerprint: device } = input;
  await refuseBlocked(kernel, caller.ip, device ?? null);
  await signUpLimiter.spend({ email, ip: caller.ip, device }, input.proof);
  await limitMails(services, email, caller.ip);
  const passwordHash = await passwords.hash(input.password, 'password', getPersonalWords(input));
  const { ip, userAgent, cameFrom } = caller;
  const { language } = input;
  const waiting = { firstName, lastName, passwordHash, device: device ?? null, ip, userAgent, cameFrom, language };
  const data: PendingSignUp = waiting;
  await kernel.write(async (tx) => {
    const { token, code, id } = await issueToken(tx, secrets, { purpose: 'sign_up', email, userId: null, data });
    await enqueueMessage(tx, secrets, {
      kind: 'sign_up',
      eventKey: String(id),
      userId: null,
      recipient: email,
      payload: { firstName, language: input.language },
      sealed: { token, code },
      expiresInSeconds: LIFETIMES.sign_up,
    });
  });
}
