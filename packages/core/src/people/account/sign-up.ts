import type { SignUpAnswer } from '@inaam/contracts/account/account';
import type { RegisterInput, SignedInUser } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { refusePaused } from '../../kernel/pauses.ts';
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
import { recordSignIn, type SignedIn, type SignInResult } from './sign-in.ts';
import { issueToken, LIFETIMES } from './tokens.ts';
import { type PendingSignUp, sendVerification } from './verify-email.ts';

/** Words that the password must not consist of. */
const getPersonalWords = ({ email, firstName, lastName }: RegisterInput): string[] => [email, firstName, lastName];

type SignUpServices = SignInServices & {
  kernel: Kernel;
  secrets: SecretBox;
  passwords: Passwords;
  mail: MailSettings;
  accounts: AccountPolicy;
  signUpLimiter: SignUpLimiter;
};

/**
 * Signs up at once, or by mail if the installation requires it. A program with a service key always signs users up at
 * once.
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
 * Creates an account with a password, signs in and, if mail is on, sends a verification mail.
 * @param isVouched whether a program with a service key signs the user up. All its sign-ups come from one IP address,
 *   so they are not limited.
 * @throws DomainError EMAIL_TAKEN, BLOCKED, BAD_INPUT for a common password, PROOF_NEEDED after many sign-ups from one
 *   IP address, device or mailbox, UNAVAILABLE when hashing is overloaded, SIGN_UPS_PAUSED
 */
export async function signUp(
  services: SignUpServices,
  caller: Caller,
  input: RegisterInput,
  isVouched = false,
): Promise<SignedIn<SignedInUser>> {
  const { kernel, passwords, mail, accounts, signUpLimiter } = services;
  const { email, firstName, lastName, deviceFingerprint: device } = input;
  refusePaused(kernel, 'sign_ups');
  await refuseBlocked(kernel, caller.ip, device ?? null);
  if (!isVouched) await signUpLimiter.charge({ email, ip: caller.ip, device }, input.proof);
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
    trafficSource: caller.trafficSource,
  };
  const details = { ...caller, device };
  // One transaction creates account and session. If only the account were created, the user's next try would fail
  // because the email is taken.
  const { id, session } = await kernel
    .write(async (tx, query) => {
      const created = await createAccount(tx, account);
      await recordConsent(tx, accounts, created.id);
      if (mail.mailer.isOn) await sendVerification(tx, services, { id: created.id, email });
      return { ...created, session: await services.userSessions.create(created.id, details, query) };
    })
    .catch(toEmailTakenError);
  return recordSignIn(services, { id, email, firstName, lastName }, details, 'sign-up', session);
}

/**
 * Accepts a sign-up and sends a mail, without revealing whether the address is taken: in both cases, the password is
 * hashed and the same statements run. The mail's link or code creates the account.
 * @throws DomainError BLOCKED, BAD_INPUT for a common password, PROOF_NEEDED, TOO_MANY_REQUESTS, UNAVAILABLE,
 *   SIGN_UPS_PAUSED
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
  refusePaused(kernel, 'sign_ups');
  await refuseBlocked(kernel, caller.ip, device ?? null);
  await signUpLimiter.charge({ email, ip: caller.ip, device }, input.proof);
  await limitMails(services, email, caller.ip);
  const passwordHash = await passwords.hash(input.password, 'password', getPersonalWords(input));
  const { ip, userAgent, trafficSource } = caller;
  const { language } = input;
  const data: PendingSignUp = {
    firstName,
    lastName,
    passwordHash,
    device: device ?? null,
    ip,
    userAgent,
    trafficSource,
    language,
  };
  await kernel.write(async (tx) => {
    const { token, code, id } = await issueToken(tx, secrets, { purpose: 'sign_up', email, userId: null, data });
    await enqueueMessage(tx, secrets, {
      kind: 'sign_up',
      eventKey: String(id),
      userId: null,
      recipient: email,
      payload: { language: input.language },
      sealed: { token, code },
      expiresInSeconds: LIFETIMES.sign_up,
    });
  });
}
