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
 * Where the lists, files and figures of the back-office are read: a standby, where there is one, and the database
 * itself for whoever has written lately: infra/docs/decisions/0026-lists-from-a-standby.md.
 */
export interface Reads {
  /**
   * For one request's reads, which all come from one place, decided at the first. A write through it, or a standby
   * that goes away, leads the rest to the database itself.
   * @param request stands for it: the same object for all calls that it makes
   */
  kernelOf(request: object, actor: Actor): Kernel;
  /** A caller is about to write, or has. */
  wrote(actor: Actor): void;
}

/** What was read where, counted for whoever watches the process. */
export interface ReadCounts {
  replica: number;
  primary: number;
}

export interface ReadsOptions {
  counts?: ReadCounts;
  /** ms that a caller who wrote reads the database itself: longer than a standby may be late and a request may take. */
  ownWrites?: number;
}

/** Without a standby. */
export const primaryReads = (kernel: Kernel): Reads => ({ kernelOf: () => kernel, wrote: () => {} });

/** A standby may be 5 s behind, a request takes 8 s, and audit rows have the time at which their write began. */
const READ_YOUR_WRITES_MS = 20_000;

/** Callers whose writes are remembered: beyond them the oldest is looked up in the audit log alone. */
const MAX_CALLERS = 10_000;

const nameOf = ({ kind, id }: Actor): string => `${kind} ${id}`;

export function createReads(
  primary: Kernel,
  replica: Pick<Replica, 'db' | 'sql' | 'verdict' | 'lost' | 'onLost'>,
  { counts = { replica: 0, primary: 0 }, ownWrites = READ_YOUR_WRITES_MS }: ReadsOptions = {},
): Reads {
  const requests = new WeakMap<object, Kernel>();
  /** When each caller last wrote through this process, in ms of `performance.now()`. */
  const written = new LRUCache<string, number>({ max: MAX_CALLERS });

  /** Other processes wrote for the same caller, too: what they wrote down of it is asked for where it surely lies. */
  async function hasWritten(actor: Actor): Promise<boolean> {
    const here = written.get(nameOf(actor));
    if (here !== undefined && performance.now() - here < ownWrites) return true;
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

  /** @throws DomainError UNAVAILABLE where the standby took too long: the database itself would, too */
  async function readReplica<T>(work: Parameters<Kernel['read']>[0]): Promise<{ answer: T } | undefined> {
    const left = getRequestDeadline() - performance.now();
    let timer: NodeJS.Timeout | undefined;
    let forget = () => {};
    const gone = new Promise<undefined>((resolve) => {
      forget = replica.onLost(() => resolve(undefined));
      if (Number.isFinite(left)) timer = setTimeout(resolve, Math.max(left, 1), undefined);
    });
    const working = (work(replica.db, replica.sql) as Promise<T>).then((answer) => ({ answer }));
    try {
      return await Promise.race([working, gone]);
    } catch (error) {
      if (isStatementTimeout(error)) throw new DomainError('UNAVAILABLE', { retryAfterSeconds: 2, cause: error });
      if (isConnectionLoss(error)) replica.lost();
      // A conflict is with what the standby replays: it ends reads that hold it up.
      else if (!isConflict(error) && !isUnavailable(error) && !isUndefinedObject(error)) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
      forget();
      working.catch(() => {});
    }
  }

  function kernelFor(actor: Actor): Kernel {
    let isPrimary: Promise<boolean> | undefined;
    const leave = () => {
      isPrimary = Promise.resolve(true);
    };
    const afterwards: Pick<Kernel, 'write' | 'move' | 'rehearse'> = {
      write(work) {
        leave();
        return primary.write(work);
      },
      move(work) {
        leave();
        return primary.move(work);
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
        // What was read there may not be followed by what is older.
        leave();
        counts.primary++;
        return primary.read(work) as Promise<T>;
      },
    };
  }

  return {
    kernelOf(request, actor) {
      const known = requests.get(request);
      if (known) return known;
      const made = kernelFor(actor);
      requests.set(request, made);
      return made;
    },
    wrote(actor) {
      written.set(nameOf(actor), performance.now());
    },
  };
}
