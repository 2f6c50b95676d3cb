import type { ApprovalRules } from '@inaam/core/kernel/approval';
import { createKernel, type Kernel } from '@inaam/core/kernel/kernel';
import { disabledMailer, disabledPusher, type Mailer, type Pusher } from '@inaam/core/kernel/mail/transports';
import { primaryReads } from '@inaam/core/kernel/reads';
import { createSecretBox, type SecretBox } from '@inaam/core/kernel/seals';
import { createApprovalRequests } from '@inaam/core/office/approvals/commands';
import { createAuditKeys } from '@inaam/core/office/audit/queries';
import { createRepeatCounter } from '@inaam/core/partners/postbacks/receiving';
import type { AccountPolicy } from '@inaam/core/people/account/account-policy';
import {
  createHashThreads,
  createPasswords,
  createRateLimits,
  createSignInLimiter,
  createSignUpLimiter,
  type PasswordOptions,
} from '@inaam/core/people/passwords/services';
import { createSecurityEventLog } from '@inaam/core/people/security-events/security-event-log';
import { createAdminSessions, createUserSessions } from '@inaam/core/people/sessions/services';
import type { VerifyIdToken } from '@inaam/core/people/users/id-token';
import type { Services } from '@inaam/core/services';
import type { Database } from '@inaam/db/client';

/**
 * Password hashing at the minimum cost of argon2, for tests that do not test hashing. `maxWaitMs` is long, because the
 * threads have a low priority and wait on a busy machine. All apis of a test process share two threads, because
 * starting a thread takes a tenth of a second of processor time.
 */
export const TEST_HASHING: PasswordOptions = {
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  maxWaitMs: 60_000,
  threads: createHashThreads(2),
};

const noProvider: VerifyIdToken = () => Promise.reject(new Error('no identity provider in this test'));

/** Composes the core's services on a database, as the api does. */
export async function createServices(
  kernel: Kernel,
  {
    verifyIdToken = noProvider,
    secrets = createSecretBox([new Uint8Array(32)]),
    mailer = disabledMailer,
    push = disabledPusher,
    accounts = {},
    approvals = {},
  }: {
    verifyIdToken?: VerifyIdToken;
    secrets?: SecretBox;
    mailer?: Mailer;
    push?: Pusher;
    accounts?: Partial<AccountPolicy>;
    approvals?: Partial<ApprovalRules>;
  } = {},
): Promise<Services> {
  const backOfficePolicy: Services['backOfficePolicy'] = {
    origin: 'http://localhost:3001',
    secondFactorRequired: false,
    isProduction: false,
    // Tests create any number of owners, so only tests of approvals require a second person.
    approvals: {
      when: 'off',
      creditPaise: 1_000_00,
      oddsShare: 100,
      oddsCostPaise: 50_00,
      codes: 500,
      codesPaise: 1_000_000_00,
      rateShare: 10,
      hours: 72,
      ...approvals,
    },
  };
  return {
    kernel,
    reads: primaryReads(kernel),
    secrets,
    appOrigin: 'http://localhost:3000',
    outgoingRequestPolicy: { trustedOrigin: undefined },
    passwords: await createPasswords(TEST_HASHING),
    signInLimiter: createSignInLimiter(kernel),
    rateLimits: createRateLimits(kernel),
    signUpLimiter: createSignUpLimiter({ kernel, rateLimits: createRateLimits(kernel), secrets }),
    securityEventLog: createSecurityEventLog(kernel),
    repeatCounter: createRepeatCounter(kernel),
    userSessions: createUserSessions(kernel, false),
    adminSessions: createAdminSessions(kernel, false),
    verifyIdToken,
    push,
    auditKeys: createAuditKeys({ secrets }),
    auditReceiver: undefined,
    processState: () => undefined,
    mail: { mailer, brandName: 'Inaam', supportEmail: 'support@example.com' },
    accounts: {
      verifyBeforeSpin: true,
      signUpByMail: false,
      minimumAge: 13,
      deletionDays: 7,
      logRetentionDays: 400,
      statementRetentionDays: 3300,
      ...accounts,
    },
    backOfficePolicy,
    approvalRequests: createApprovalRequests({ secrets, backOfficePolicy }),
  };
}

/** Like {@link createServices}, with a kernel without deadlines, for measurements. */
export const createServicesForKernel = (database: Database, secrets: SecretBox): Promise<Services> =>
  createServices(createKernel(database, { deadline: 600_000 }), { secrets });
