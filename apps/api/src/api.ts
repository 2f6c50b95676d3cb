import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Site } from '@inaam/contracts/identity/sign-in';
import type { BackOfficePolicy } from '@inaam/core/kernel/back-office-policy';
import { readPauses } from '@inaam/core/kernel/jobs';
import { createKernel } from '@inaam/core/kernel/kernel';
import { createReads, primaryReads } from '@inaam/core/kernel/reads';
import type { SecretBox } from '@inaam/core/kernel/seals';
import { createApprovalRequests } from '@inaam/core/office/approvals/commands';
import { createAuditKeys } from '@inaam/core/office/audit/queries';
import { createRepeatCounter } from '@inaam/core/partners/postbacks/receiving';
import {
  createPasswords,
  createRateLimits,
  createSignInLimiter,
  createSignUpLimiter,
  noRateLimits,
  noSignInLimiter,
  noSignUpLimiter,
  type PasswordOptions,
} from '@inaam/core/people/passwords/services';
import { createSecurityEventLog } from '@inaam/core/people/security-events/security-event-log';
import { createAdminSessions, createUserSessions } from '@inaam/core/people/sessions/services';
import { createIdTokenVerifier } from '@inaam/core/people/users/id-token';
import type { Services } from '@inaam/core/services';
import { openDatabase } from '@inaam/db/client';
import { watchDatabase } from '@inaam/db/health-probe';
import type { SchemaVersion } from '@inaam/db/migrate';
import { openReplica } from '@inaam/db/replica';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createAdminHost } from './hosts/admin-host.ts';
import { createAppHost } from './hosts/app-host.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { createMailer } from './mail/transport.ts';
import { createMetrics } from './observability/metrics.ts';
import { serveMetrics } from './observability/metrics-server.ts';
import { createProcessMonitor } from './observability/process-state.ts';
import type { Tracing } from './observability/tracing.ts';
import { createPusherFromSettings } from './push/transport.ts';
import { type Settings, STATEMENT_TIMEOUT } from './settings.ts';

export interface Api {
  appHost: FastifyInstance;
  adminHost: FastifyInstance;
  services: Services;
  /** Starts the metrics server if the settings enable metrics. @throws the listener's error */
  startMetricsServer(): Promise<void>;
  /** Accepts calls and starts the jobs, even if the database is not usable yet. The process is then not ready. */
  open(): Promise<void>;
  /**
   * Reports that the process will stop, and keeps answering for `ms`, so that load balancers stop sending calls here.
   */
  drain(ms: number): Promise<void>;
  /** Closes the api once the calls in progress are answered. */
  close(): Promise<void>;
}

export interface ApiOptions {
  /** Set if the settings name a trace collector. */
  tracing?: Tracing | undefined;
  settings: Settings;
  databaseUrl: string;
  /** Encrypts values that the database stores but that nobody may read from the database alone. */
  secrets: SecretBox;
  log: FastifyBaseLogger;
  webApps: { user: string; admin: string };
  /** The process is ready once the database has this schema or a later one. */
  schema: SchemaVersion;
  /** Options of password hashing. Only tests set them. */
  hashing?: PasswordOptions;
  /** ms that a request may spend in the database. Only tests change it. */
  deadline?: number;
  /** Reads use the standby only while its lag is below this number of ms. */
  maxReadLagMs?: number;
  /** Maximum number of database connections. A test lowers it to know which connection prepared a statement. */
  connections?: number;
  /** False in tests that count statements, because jobs run each second. */
  jobs?: boolean;
}

/** Total time that a request may spend in the database. */
const REQUEST_DEADLINE_MS = 8_000;
const MAX_CONNECTIONS = 16;

const MAX_REPLICA_LAG_MS = 5_000;
const MAX_READ_CONNECTIONS = 8;

/** Composes the app host and the admin host over one database, without listening. Tests inject requests into them. */
export async function createApi({
  settings,
  databaseUrl,
  secrets,
  log,
  webApps,
  schema,
  hashing,
  deadline = REQUEST_DEADLINE_MS,
  maxReadLagMs = MAX_REPLICA_LAG_MS,
  connections = MAX_CONNECTIONS,
  jobs = true,
  tracing,
}: ApiOptions): Promise<Api> {
  const database = openDatabase(databaseUrl, {
    max: connections,
    statementTimeout: STATEMENT_TIMEOUT,
    prepare: settings.prepare,
    watchStatements: tracing?.watchStatements,
  });
  const counts = { calls: 0, inFlight: 0, retries: 0, unavailable: 0 };
  const processWatch = createProcessMonitor(counts, connections);
  const kernel = createKernel(database, { deadline, counts });
  const replica =
    settings.readUrl === undefined
      ? undefined
      : openReplica(databaseUrl, settings.readUrl, {
          max: MAX_READ_CONNECTIONS,
          statementTimeout: STATEMENT_TIMEOUT,
          prepare: settings.prepare,
          watchStatements: tracing?.watchStatements,
          schema,
          maxLagMs: maxReadLagMs,
          onChange: (reason) =>
            reason === undefined
              ? log.info('reading from the standby')
              : log.warn({ reason }, 'not reading from the standby'),
        });
  const readCounts = { replica: 0, primary: 0 };
  const mailer = createMailer(settings.mail, settings.sandbox?.origin);
  const rateLimits = settings.rateLimits ? createRateLimits(kernel) : noRateLimits;
  const backOfficePolicy: BackOfficePolicy = {
    origin: settings.admin.origin,
    secondFactorRequired: settings.secondFactorRequired,
    isProduction: settings.mode === 'production',
    approvals: settings.approvals,
  };
  const services: Services = {
    kernel,
    reads: replica ? createReads(kernel, replica, { counts: readCounts }) : primaryReads(kernel),
    secrets,
    appOrigin: settings.app.origin,
    outgoingRequestPolicy: { trustedOrigin: settings.sandbox?.origin },
    auditKeys: createAuditKeys({ secrets, auditSeeds: settings.auditKeys, earlier: settings.auditPublicKeys }),
    auditReceiver: settings.auditReceiver,
    passwords: await createPasswords({ brandName: settings.brandName, warm: true, ...hashing }),
    signInLimiter: settings.rateLimits ? createSignInLimiter(kernel) : noSignInLimiter,
    rateLimits,
    signUpLimiter: settings.rateLimits ? createSignUpLimiter({ kernel, rateLimits, secrets }) : noSignUpLimiter,
    securityEventLog: createSecurityEventLog(kernel, {
      report: (line) => log.info({ securityEvent: line }, 'security event'),
    }),
    repeatCounter: createRepeatCounter(kernel),
    userSessions: createUserSessions(kernel, settings.app.origin.startsWith('https:')),
    adminSessions: createAdminSessions(kernel, settings.admin.origin.startsWith('https:')),
    verifyIdToken: settings.identity
      ? createIdTokenVerifier(settings.identity)
      : () => Promise.reject(new DomainError('WRONG_ID_TOKEN', { text: 'Sign-in through a provider is not set up' })),
    push: createPusherFromSettings(settings.push),
    processState: () => processWatch.state(),
    mail: { mailer, brandName: settings.brandName, supportEmail: settings.supportEmail },
    backOfficePolicy,
    approvalRequests: createApprovalRequests({ secrets, backOfficePolicy }),
    accounts: {
      verifyBeforeSpin: settings.verifyBeforeSpin,
      minimumAge: settings.minimumAge,
      deletionDays: settings.deletionDays,
      logRetentionDays: settings.logRetentionDays,
      statementRetentionDays: settings.statementRetentionDays,
      signUpByMail: settings.mode === 'production' && mailer.isOn,
    },
  };
  const site: Site = {
    brandName: settings.brandName,
    supportEmail: settings.supportEmail,
    networkName: settings.networkName,
    minimumAge: settings.minimumAge,
    deletionDays: settings.deletionDays,
    logRetentionDays: settings.logRetentionDays,
    grievanceOfficer: settings.grievanceOfficer,
    provider: createIdentityProvider(settings),
  };
  const lifecycle = createLifecycle();
  const processState = () => processWatch.state();
  const metrics = settings.metrics
    ? createMetrics({ counts, connections, lifecycle, processState, replica, readCounts })
    : undefined;
  const parts = { settings, log, lifecycle, webApps, deadline, metrics, tracing };
  const appHost = await createAppHost(parts, services, site);
  const adminHost = await createAdminHost(parts, services, site);
  let closeMetrics: (() => Promise<void>) | undefined;
  let stopJobs: (() => Promise<void>) | undefined;
  return {
    appHost,
    adminHost,
    services,
    async startMetricsServer() {
      if (!metrics || !settings.metrics) return;
      closeMetrics = await serveMetrics(metrics.registry, settings.metrics.port, settings.metrics.host);
    },
    async open() {
      const onChange = (reason: string | undefined) =>
        reason === undefined ? log.info('ready') : log.warn({ reason }, 'not ready');
      lifecycle.probe = watchDatabase(databaseUrl, { schema, onChange, onReconnected: () => database.renew() });
      // Pauses apply from the first call. If the database is unavailable now, a job reads them later.
      const pauses = readPauses(kernel).catch(() => {});
      await Promise.all([lifecycle.probe.firstResult, replica?.firstResult, pauses]);
      lifecycle.phase = 'running';
      if (!jobs) return;
      const adminOrigin = settings.admin.origin;
      stopJobs = startJobs({ services, adminOrigin, log, watch: processWatch, metrics, tracing });
    },
    async drain(ms) {
      lifecycle.phase = 'draining';
      log.info({ ms }, 'draining');
      await sleep(ms);
    },
    async close() {
      await Promise.all([appHost.close(), adminHost.close()]);
      await stopJobs?.();
      await closeMetrics?.();
      processWatch.close();
      // Flushes buffered counts after the last call and the last job that can add to them.
      await Promise.all([services.repeatCounter.close(), services.securityEventLog.close()]);
      mailer.close();
      await Promise.all([database.close(), lifecycle.probe?.stop(), replica?.close()]);
      await tracing?.close();
      log.info('stopped');
    },
  };
}

/** Returns Firebase if it is configured, else the sandbox's provider if the api accepts its tokens, else none. */
function createIdentityProvider({ firebase, identity, sandbox }: Settings): Site['provider'] {
  if (firebase) return { kind: 'firebase', ...firebase };
  const isSandbox = sandbox && identity?.issuer === sandbox.origin;
  return isSandbox ? { kind: 'sandbox', chooserUrl: `${sandbox.origin}/chooser` } : { kind: 'none' };
}
