import type { SecurityEventKind } from '@inaam/contracts/security-events/security-events';
import type { Caller } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';

/**
 * What happened at a door. Nothing secret, and nothing that somebody typed: a password can stand where a name should.
 */
export interface SecurityEvent {
  kind: SecurityEventKind;
  realm: 'user' | 'admin';
  /** Who, where it is known: also whose account was tried. */
  actor?: { kind: 'user' | 'admin' | 'service'; id: number; name: string } | undefined;
  /** How, or why: a word of the code's own. */
  detail?: string | undefined;
}

/** The row of an event, as `write_security_events` takes it. */
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
 * Writes events beside the calls that they tell of, together with those that come within a moment: no call waits for
 * it, and a stranger's flood is one row a minute for each address and kind.
 */
export interface SecurityEventLog {
  note(caller: Caller, event: SecurityEvent): void;
  /** Since the process began, by kind: for the metrics. */
  counts(): ReadonlyMap<SecurityEventKind, number>;
  /** Resolves once all that was noted so far is in the database, repeats included. */
  written(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

/** These come as often as a stranger likes; the others follow from a right password, or are limited already. */
const REPEATED: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'locked_out',
  'second_factor_failed',
  'step_up_failed',
  'forbidden',
  'foreign_origin',
  'blocked',
]);

const WINDOW_MS = 60_000;
/** Different addresses and accounts that are told apart in a minute; what comes beyond is counted without them. */
const MAX_KEYS = 10_000;
/** Lines that wait while the database is away; beyond it the log alone has them. */
const MAX_QUEUED = 20_000;
const BATCH = 500;
/**
 * Within these ms events gather: a crowd at the door costs a few commits a second. A process that is killed leaves them
 * in the log alone.
 */
const FLUSH_MS = 250;

/**
 * @param report gets each line as it is written: for the log, which whoever writes the database cannot rewrite
 */
export function createSecurityEventLog(
  kernel: Kernel,
  { report = () => {}, windowMs = WINDOW_MS }: { report?: (line: SecurityEventLine) => void; windowMs?: number } = {},
): SecurityEventLog {
  const waiting: SecurityEventLine[] = [];
  const repeats = new Map<string, SecurityEventLine>();
  const counts = new Map<SecurityEventKind, number>();
  let writing: Promise<void> | undefined;

  let hurry = (): void => {};

  /** @returns whether all that was waiting is written */
  async function drain(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FLUSH_MS);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    for (let left = waiting.length; left > 0; ) {
      const batch = waiting.slice(0, BATCH);
      try {
        await kernel.move((sql) => sql`select write_security_events(${JSON.stringify(batch)}::jsonb)`);
      } catch {
        // They wait for the next event, or for the end of the minute.
        return false;
      }
      waiting.splice(0, batch.length);
      left -= batch.length;
    }
    return true;
  }

  function write(line: SecurityEventLine): void {
    report(line);
    if (waiting.length < MAX_QUEUED) waiting.push(line);
    start();
  }

  function start(): void {
    writing ??= drain().then((isDone) => {
      writing = undefined;
      if (isDone && waiting.length > 0) start();
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
    if (waiting.length > 0) start();
  }

  const timer = setInterval(endWindow, windowMs);
  timer.unref();

  const settle = async (): Promise<void> => {
    endWindow();
    // What is under way was begun before the last of them was noted, or gathers.
    for (let turn = 0; turn < 2 && (writing || waiting.length > 0); turn++) {
      start();
      hurry();
      await writing;
    }
  };

  return {
    note(caller, event) {
      counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1);
      const line = lineOf(caller, event);
      if (!REPEATED.has(event.kind)) return write(line);
      const told = [line.kind, line.realm, line.actor_kind, line.actor_id, line.ip, line.detail].join('\n');
      const key = repeats.has(told) || repeats.size < MAX_KEYS ? told : line.kind;
      const known = repeats.get(key);
      if (known) known.count += 1;
      else {
        const plain = { ...line, actor_kind: null, actor_id: null, actor_name: null, ip: null, device: null };
        repeats.set(key, { ...(key === told ? line : plain), count: 0 });
        write(line);
      }
    },
    counts: () => counts,
    written: settle,
    async close() {
      clearInterval(timer);
      await settle();
    },
  };
}

const lineOf = (caller: Caller, { kind, realm, actor, detail }: SecurityEvent): SecurityEventLine => ({
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

/** Notes what happened at a door, beside `audit`, which notes what was changed. */
export const recordSecurityEvent = (
  { trail }: { trail: SecurityEventLog },
  caller: Caller,
  event: SecurityEvent,
): void => trail.note(caller, event);
