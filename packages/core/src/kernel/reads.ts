import { DomainError } from '@inaam/contracts/common/errors';
import type { Replica } from '@inaam/db/replica';
import { auditLog } from '@inaam/db/schema/audit';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Actor } from './actor.ts';
import { getRequestDeadline } from './deadline.ts';
import { isConflict, isConnectionLoss, isStatementTimeout, isUnavailable, isUndefinedObject } from './failures.ts';
import type { Kernel } from './kernel.ts';

/**
 * Chooses the server that lists, CSV exports and figures of the back-office are read from: a standby if one is
 * configured, but the primary for actors who wrote recently (infra/docs/decisions/0026-lists-from-a-standby.md).
 */
export interface Reads {
  /**
   * Returns the kernel for the reads of one request. The first read chooses a server for all reads of the request.
   * After a write, or if the standby is lost, the remaining reads use the primary.
   * @param request any object that identifies the request, the same for all reads of the request
   */
  getKernel(request: object, actor: Actor): Kernel;
  /** Notes that an actor is about to write or has written. */
  recordWrite(actor: Actor): void;
}

/** Counters of reads by server. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

export interface ReadsOptions {
  counts?: ReadCounts;
  /**
   * Time in ms for which an actor reads from the primary after a write. It must be longer than a standby's maximum lag
   * plus the time of a request.
   */
  ownWrites?: number;
}

export const primaryReads = (kernel: Kernel): Reads => ({ getKernel: () => kernel, recordWrite: () => {} });

/**
 * An audit entry has the time at which the write began. Its request may take 8 s after that, and a standby may lag 5 s;
 * together this is less than 20 s.
 */
const READ_YOUR_WRITES_MS = 20_000;

/** Maximum number of remembered writers; earlier writers are only found in the audit log. */
const MAX_CALLERS = 10_000;

const getActorKey = ({ kind, id }: Actor): string => `${kind} ${id}`;

export function createReads(
  primary: Kernel,
  replica: Pick<Replica, 'db' | 'sql' | 'verdict' | 'reportFailure' | 'onLost'>,
  { counts = { replica: 0, primary: 0 }, ownWrites = READ_YOUR_WRITES_MS }: ReadsOptions = {},
): Reads {
  const requests = new WeakMap<object, Kernel>();
  /** Time of each actor's last write through this process, in ms of `performance.now()`. */
  const written = new LRUCache<string, number>({ max: MAX_CALLERS });

  /**
   * Whether the actor has written recently. Checks the writes of this process, and then the audit log on the primary,
   * because the actor may have written through another process.
   */
  async function hasWritten(actor: Actor): Promise<boolean> {
    const lastWrite = written.get(getActorKey(actor));
    if (lastWrite !== undefined && performance.now() - lastWrite < ownWrites) return true;
    const id = actor.id === null ? isNull(auditLog.actorId) : eq(auditLog.actorId, actor.id);
    const since = gt(auditLog.at, sql`now() - ${ownWrites}::int * interval '1 ms'`);
    const found = await primary.read((db) =>
      db
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(and(since, eq(auditLog.actorKind, actor.kind), id))
        .limit(1),
    );
    return found.length > 0;
  }

  /**
   * @returns undefined if the standby did not answer or could not, so that the primary serves this read
   * @throws DomainError UNAVAILABLE on a statement timeout, which would happen on the primary too
   */
  async function readReplica<T>(work: Parameters<Kernel['read']>[0]): Promise<{ answer: T } | undefined> {
    const left = getRequestDeadline() - performance.now();
    let timer: NodeJS.Timeout | undefined;
    let forget = () => {};
    const unanswered = new Promise<undefined>((resolve) => {
      forget = replica.onLost(() => resolve(undefined));
      if (Number.isFinite(left)) timer = setTimeout(resolve, Math.max(left, 1), undefined);
    });
    const working = (work(replica.db, replica.sql) as Promise<T>).then((answer) => ({ answer }));
    try {
      return await Promise.race([working, unanswered]);
    } catch (error) {
      if (isStatementTimeout(error)) throw new DomainError('UNAVAILABLE', { retryAfterSeconds: 2, cause: error });
      if (isConnectionLoss(error)) replica.reportFailure();
      // On a standby a conflict means that the replay cancelled a read that delayed it.
      else if (!isConflict(error) && !isUnavailable(error) && !isUndefinedObject(error)) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
      forget();
      working.catch(() => {});
    }
  }

  function createRequestKernel(actor: Actor): Kernel {
    let isPrimary: Promise<boolean> | undefined;
    const switchToPrimary = () => {
      isPrimary = Promise.resolve(true);
    };
    const afterwards: Pick<Kernel, 'write' | 'runIdempotent' | 'rehearse'> = {
      write(work, deadlines) {
        switchToPrimary();
        return primary.write(work, deadlines);
      },
      runIdempotent(work) {
        switchToPrimary();
        return primary.runIdempotent(work);
      },
      rehearse: (work) => primary.rehearse(work),
    };
    return {
      ...afterwards,
      async read<T>(work: Parameters<Kernel['read']>[0]) {
        if (replica.verdict() === undefined) {
          isPrimary ??= hasWritten(actor);
          if (!(await isPrimary)) {
            const read = await readReplica<T>(work);
            if (read) {
              counts.replica++;
              return read.answer;
            }
          }
        }
        // The primary also serves the request's later reads, because they must not return older data than this read.
        switchToPrimary();
        counts.primary++;
        return primary.read(work) as Promise<T>;
      },
    };
  }

  return {
    getKernel(request, actor) {
      const known = requests.get(request);
      if (known) return known;
      const requestKernel = createRequestKernel(actor);
      requests.set(request, requestKernel);
      return requestKernel;
    },
    recordWrite(actor) {
      written.set(getActorKey(actor), performance.now());
    },
  };
}
