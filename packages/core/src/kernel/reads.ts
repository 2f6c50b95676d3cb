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
 * Where lists, files and figures of the back-office are read: from a standby if there is one, or from the primary for
 * actors who wrote recently (infra/docs/decisions/0026-lists-from-a-standby.md).
 */
export interface Reads {
  /**
   * Returns the kernel for the reads of one request, all from the same server, chosen at the first read. After a write
   * or a lost standby the rest reads the primary.
   * @param request identifies the request: pass the same object for all its calls
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
   * Time in ms that an actor reads the primary after a write: longer than the maximum lag of a standby plus a request.
   */
  ownWrites?: number;
}

export const primaryReads = (kernel: Kernel): Reads => ({ getKernel: () => kernel, recordWrite: () => {} });

/** A standby may lag 5 s, a request takes up to 8 s, and audit entries have the time when their write began. */
const READ_YOUR_WRITES_MS = 20_000;

/** Maximum number of remembered writers; older ones are only found in the audit log. */
const MAX_CALLERS = 10_000;

const getActorKey = ({ kind, id }: Actor): string => `${kind} ${id}`;

export function createReads(
  primary: Kernel,
  replica: Pick<Replica, 'db' | 'sql' | 'verdict' | 'lost' | 'onLost'>,
  { counts = { replica: 0, primary: 0 }, ownWrites = READ_YOUR_WRITES_MS }: ReadsOptions = {},
): Reads {
  const requests = new WeakMap<object, Kernel>();
  /** Time of each actor's last write through this process, in ms of `performance.now()`. */
  const written = new LRUCache<string, number>({ max: MAX_CALLERS });

  /** Other processes may have written for the same actor: the audit log on the primary shows it. */
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

  /** @throws DomainError UNAVAILABLE on a statement timeout, which would happen on the primary too */
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
      if (isConnectionLoss(error)) replica.lost();
      // A conflict is with replay on the standby, which cancels reads that delay it.
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
    const leave = () => {
      isPrimary = Promise.resolve(true);
    };
    const afterwards: Pick<Kernel, 'write' | 'runIdempotent' | 'rehearse'> = {
      write(work) {
        leave();
        return primary.write(work);
      },
      runIdempotent(work) {
        leave();
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
        // A later read must not return older data than an earlier one.
        leave();
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
