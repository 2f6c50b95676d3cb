import type { ProcessState } from '@inaam/contracts/insights/operations';
import type { ApprovalRequests } from './kernel/approval.ts';
import type { BackOfficePolicy } from './kernel/back-office-policy.ts';
import type { Kernel } from './kernel/kernel.ts';
import type { MailSettings } from './kernel/mail/mailer.ts';
import type { Pusher } from './kernel/mail/pusher.ts';
import type { OutgoingRequestPolicy } from './kernel/outgoing-requests.ts';
import type { Reads } from './kernel/reads.ts';
import type { SecretBox } from './kernel/secret-box.ts';
import type { HeadReceiver } from './office/audit/heads.ts';
import type { AuditKeys } from './office/audit/keys.ts';
import type { RepeatCounter } from './partners/postbacks/repeats.ts';
import type { AccountPolicy } from './people/account/account-policy.ts';
import type { Passwords } from './people/passwords/passwords.ts';
import type { RateLimits } from './people/passwords/rate-limits.ts';
import type { SignInLimiter } from './people/passwords/sign-in-limiter.ts';
import type { SignUpLimiter } from './people/passwords/sign-up-limiter.ts';
import type { SecurityEventLog } from './people/security-events/security-event-log.ts';
import type { AuthenticatedAdmin, AuthenticatedUser } from './people/sessions/session-tables.ts';
import type { Sessions } from './people/sessions/sessions.ts';
import type { VerifyIdToken } from './people/users/id-token.ts';

/** Everything that the core needs from outside, created once per process. A command names the services that it uses. */
export interface Services {
  kernel: Kernel;
  /** The databases that the back-office's lists, CSV exports and figures are read from. */
  reads: Reads;
  /** Seals values that the database must not reveal. */
  secrets: SecretBox;
  /** Public origin of the app's host, which networks call. */
  appOrigin: string;
  /** Decides which servers the api may call, for example to fetch offers or to send events. */
  outgoingRequestPolicy: OutgoingRequestPolicy;
  passwords: Passwords;
  signInLimiter: SignInLimiter;
  rateLimits: RateLimits;
  signUpLimiter: SignUpLimiter;
  securityEventLog: SecurityEventLog;
  /** Counts repeated postbacks. */
  repeatCounter: RepeatCounter;
  userSessions: Sessions<AuthenticatedUser>;
  adminSessions: Sessions<AuthenticatedAdmin>;
  verifyIdToken: VerifyIdToken;
  /** The mailer, and names that every mail contains. */
  mail: MailSettings;
  push: Pusher;
  accounts: AccountPolicy;
  backOfficePolicy: BackOfficePolicy;
  approvalRequests: ApprovalRequests;
  /** Keys that sign the audit log. */
  auditKeys: AuditKeys;
  /** Receiver of the audit log's newest signed head; undefined if none. */
  auditReceiver: HeadReceiver | undefined;
  /** Metrics of this process; undefined if the process collects none, as in tests. */
  processState(): ProcessState | undefined;
}
