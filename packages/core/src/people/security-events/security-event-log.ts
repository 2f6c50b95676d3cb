import type { SecurityEventKind } from '@inaam/contracts/security-events/security-events';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';

/** A sign-in or access event. Contains no user input, since users may type passwords into name fields. */
export interface SecurityEvent {
  kind: SecurityEventKind;
  realm: 'user' | 'admin';
  /** The known actor, or the owner of the account that was tried. */
  actor?: { kind: 'user' | 'admin' | 'service'; id: number; name: string } | undefined;
  /** Method or reason, from a fixed set of words. */
  detail?: string | undefined;
}

/** An event as passed to `write_security_events`. */
export interface SecurityEventLine {
  kind: SecurityEventKind;
  realm: 'user' | 'admin';
  request_id: string | null;
  actor_kind: string | null;
  actor_id: number | null;
  detail: string | null;
  count: number;
  actor_name: string | null;
  ip: string | null;
  device: string | null;
}

/**
 * Writes events asynchronously and in batches, so no call waits. Repeats of events that anonymous callers can cause at
 * will are merged into one row a minute for each IP address, account and kind.
 */
export interface SecurityEventLog {
  note(caller: Caller, event: SecurityEvent): void;
  /** Counts by kind since the process started, for metrics. */
  counts(): ReadonlyMap<SecurityEventKind, number>;
  /** Resolves when all events so far, including repeats, are in the database, or when writing them has failed. */
  whenWritten(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

/** Anonymous callers can cause any number of these. The other kinds follow a correct password or are limited. */
const UNLIMITED_KINDS: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'locked_out',
  'second_factor_failed',
  'step_up_failed',
  'forbidden',
  'foreign_origin',
  'blocked',
]);

const WINDOW_MS = 60_000;
/** Maximum of distinct events in a minute. Further events are merged by kind alone. */
const MAX_KEYS = 10_000;
/** Maximum of events queued while the database is down. Further events are only in the process's log. */
const MAX_QUEUED = 20_000;
const BATCH = 500;
/**
 * Collects events for this time before a write, so that a crowd costs a few commits a second. If the process is killed,
 * only the process's log has the last events.
 */
const FLUSH_MS = 250;

/**
 * @param report writes each row to the process's log when the row is queued; people who can write to the database
 *   cannot change that log
 */
export function createSecurityEventLog(
  kernel: Kernel,
  { report = () => {}, windowMs = WINDOW_MS }: { report?: (line: SecurityEventLine) => void; windowMs?: number } = {},
): SecurityEventLog {
  const queue: SecurityEventLine[] = [];
  const repeats = new Map<string, SecurityEventLine>();
  const counts = new Map<SecurityEventKind, number>();
  let writing: Promise<void> | undefined;

  let flushNow = (): void => {};

  /** @returns whether the queue was written */
  async function drain(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FLUSH_MS);
      flushNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    for (let left = queue.length; left > 0; ) {
      const batch = queue.slice(0, BATCH);
      try {
        await kernel.runIdempotent((sql) => sql`select write_security_events(${JSON.stringify(batch)}::jsonb)`);
      } catch {
        // The write is retried with the next event or at the end of the window.
        return false;
      }
      queue.splice(0, batch.length);
      left -= batch.length;
    }
    return true;
  }

  function write(line: SecurityEventLine): void {
    report(line);
    if (queue.length < MAX_QUEUED) queue.push(line);
    start();
  }

  function start(): void {
    writing ??= drain().then((isDone) => {
      writing = undefined;
      if (isDone && queue.length > 0) start();
    });
  }

  function endWindow(): void {
    for (const [key, line] of repeats) {
      if (line.count === 0) repeats.delete(key);
      else {
        write({ ...line });
        line.count = 0;
      }
    }
    if (queue.length > 0) start();
  }

  const timer = setInterval(endWindow, windowMs);
  timer.unref();

  const flush = async (): Promise<void> => {
    endWindow();
    // The second turn writes events that arrived during the first.
    for (let turn = 0; turn < 2 && (writing || queue.length > 0); turn++) {
      start();
      flushNow();
      await writing;
    }
  };

  return {
    note(caller, event) {
      counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1);
      const line = toLine(caller, event);
      if (!UNLIMITED_KINDS.has(event.kind)) return write(line);
      const identity = [line.kind, line.realm, line.actor_kind, line.actor_id, line.ip, line.detail].join('\n');
      const key = repeats.has(identity) || repeats.size < MAX_KEYS ? identity : line.kind;
      const known = repeats.get(key);
      if (known) known.count += 1;
      else {
        const anonymous = { ...line, actor_kind: null, actor_id: null, actor_name: null, ip: null, device: null };
        repeats.set(key, { ...(key === identity ? line : anonymous), count: 0 });
        write(line);
      }
    },
    counts: () => counts,
    whenWritten: flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const toLine = (caller: Caller, { kind, realm, actor, detail }: SecurityEvent): SecurityEventLine => ({
  kind,
  realm,
  request_id: caller.requestId ?? null,
  actor_kind: actor?.kind ?? null,
  actor_id: actor?.id ?? null,
  detail: detail ?? null,
  count: 1,
  actor_name: actor?.name ?? null,
  ip: caller.ip,
  device: caller.userAgent,
});

/** Records a security event. Changes of data are recorded in the audit log instead. */
export const recordSecurityEvent = (
  { securityEventLog }: { securityEventLog: SecurityEventLog },
  caller: Caller,
  event: SecurityEvent,
): void => securityEventLog.note(caller, event);
