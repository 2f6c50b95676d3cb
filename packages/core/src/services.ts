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
import type { Repeats } from './partners/postbacks/repeats.ts';
import type { AccountPolicy } from './people/account/account-policy.ts';
import type { Passwords } from './people/passwords/passwords.ts';
import type { RateLimits } from './people/passwords/rate-limits.ts';
import type { SignInLimiter } from './people/passwords/sign-in-limiter.ts';
import type { SignUpLimiter } from './people/passwords/sign-up-limiter.ts';
import type { SecurityEventLog } from './people/security-events/security-event-log.ts';
import type { AdminPerson, SignedInPerson } from './people/sessions/session-tables.ts';
import type { Sessions } from './people/sessions/sessions.ts';
import type { VerifyIdToken } from './people/users/id-token.ts';

/** Everything that the core needs from outside, composed once a process. A command names the few that it takes. */
export interface Services {
  kernel: Kernel;
  /** Where lists, files and figures of the back-office are read. */
  reads: Reads;
  /** For what the database keeps and must not know. */
  secrets: SecretBox;
  /** The public origin of the users' host, where networks call. */
  appOrigin: string;
  /** Where offers are fetched from, and events sent to. */
  outgoingRequestPolicy: OutgoingRequestPolicy;
  passwords: Passwords;
  signInLimiter: SignInLimiter;
  rateLimits: RateLimits;
  signUpLimiter: SignUpLimiter;
  /** What happens at the doors. */
  trail: SecurityEventLog;
  /** Calls of networks that came again. */
  repeats: Repeats;
  userSessions: Sessions<SignedInPerson>;
  adminSessions: Sessions<AdminPerson>;
  verifyIdToken: VerifyIdToken;
  /** How mail leaves, and what stands in every mail. */
  mail: MailSettings;
  /** How pushes leave. */
  push: Pusher;
  accounts: AccountPolicy;
  operators: BackOfficePolicy;
  /** Where commands record requests for a second person. */
  approvalRequests: ApprovalRequests;
  /** Who is sent the audit log's newest head; undefined: nobody. */
  auditReceiver: HeadReceiver | undefined;
  /** What this process says of itself; undefined where it does not count: in tests of the rules. */
  processState(): ProcessState | undefined;
}
