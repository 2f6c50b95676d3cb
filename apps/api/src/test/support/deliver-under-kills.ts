import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openMailbox } from '@inaam/mailbox/mailbox';
import { createTestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';

const PROCESS = fileURLToPath(new URL('messenger-process.ts', import.meta.url));
const PROCESSES = 2;

export interface DeliveredMail {
  /** Completions. Each must cause one mail. */
  facts: number;
  /** Rounds in which all processes were killed. */
  kills: number;
  /** Mails that arrived, with duplicates. */
  mails: number;
  /** Completions without a mail. */
  lost: number;
  /** Completions with mails of different Message-IDs. */
  renamed: number;
  /** Completions whose message is not marked as sent. */
  unsettled: number;
}

/**
 * Sends a mail for each of many completions through the change feed, the outbox and a real SMTP server, and kills the
 * sending processes again and again.
 * @param perLife maximum number of mails between two kills; the actual number is random
 */
export async function deliverUnderKills(facts: number, perLife: number): Promise<DeliveredMail> {
  const mailbox = await openMailbox({ keep: facts * 3 });
  const core = await createTestCore();
  let running: ChildProcess[] = [];
  const killAll = async () => {
    const exits = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(exits);
    running = [];
  };
  try {
    const network = await makeNetwork(core);
    const { offer_id: offerId } = await makeOffer(core);
    const result: DeliveredMail = { facts, kills: 0, mails: 0, lost: 0, renamed: 0, unsettled: 0 };
    const emails: string[] = [];
    let created = 0;
    const creation = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (created < facts) {
          created++;
          const user = await makeUser(core);
          await completeOffer(core, network, user, offerId);
          emails.push(user.email);
        }
      }),
    );
    const hasPending = async () => {
      const [row] = await core.database.sql<{ pending: boolean }[]>`
        select change_feed_has_pending('messages') or exists (select 1 from messages where status = 'queued') as pending`;
      return row?.pending ?? true;
    };
    let isCreationDone = false;
    void creation.then(() => {
      isCreationDone = true;
    });
    for (let isDone = false; !isDone; ) {
      running = Array.from({ length: PROCESSES }, () =>
        fork(PROCESS, [core.url, mailbox.url], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
      );
      const end = mailbox.list().length + 1 + Math.floor(Math.random() * perLife);
      while (mailbox.list().length < end) {
        await sleep(20);
        isDone = isCreationDone && !(await hasPending());
        if (isDone) break;
      }
      await killAll();
      if (isDone) break;
      result.kills++;
      // Expires the leases of killed processes and makes retries due, instead of waiting for hours.
      await core.database.sql`update messages set due_at = now() where status = 'queued'`;
    }
    await creation;
    for (const email of emails) {
      const mails = mailbox.list(email);
      result.mails += mails.length;
      if (mails.length === 0) result.lost++;
      if (new Set(mails.map(({ messageId }) => messageId)).size > 1) result.renamed++;
    }
    const [row] = await core.database.sql<{ settled: number }[]>`
      select count(*)::int as settled from messages where kind = 'spin_ready' and status = 'sent'`;
    result.unsettled = facts - (row?.settled ?? 0);
    return result;
  } finally {
    await killAll();
    await core.close();
    await mailbox.close();
  }
}
