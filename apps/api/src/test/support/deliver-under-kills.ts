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
  facts: number;
  /** Rounds in which all processes were killed. */
  kills: number;
  /** Mails that arrived, one that came twice counted twice. */
  mails: number;
  /** Facts that were told to nobody. */
  lost: number;
  /** Facts with mails of different Message-IDs. */
  renamed: number;
  /** Facts whose row does not say that it was sent. */
  unsettled: number;
}

/**
 * Completions, each of a person of its own, become mails through the feed, the outbox and a real SMTP server, while the
 * processes that do it are killed again and again without a word.
 * @param perLife mails after which they are killed, at most: in the middle of others, and not as many each time
 */
export async function deliverUnderKills(facts: number, perLife: number): Promise<DeliveredMail> {
  const mailbox = await openMailbox({ keep: facts * 3 });
  const core = await createTestCore();
  let running: ChildProcess[] = [];
  const killAll = async () => {
    const gone = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(gone);
    running = [];
  };
  try {
    const network = await makeNetwork(core);
    const { offer_id: offerId } = await makeOffer(core);
    const told: DeliveredMail = { facts, kills: 0, mails: 0, lost: 0, renamed: 0, unsettled: 0 };
    const emails: string[] = [];
    let made = 0;
    const making = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (made < facts) {
          made++;
          const user = await makeUser(core);
          await completeOffer(core, network, user, offerId);
          emails.push(user.email);
        }
      }),
    );
    const waits = async () => {
      const [row] = await core.database.sql<{ waits: boolean }[]>`
        select change_feed_has_pending('messages') or exists (select 1 from messages where status = 'queued') as waits`;
      return row?.waits ?? true;
    };
    let isMade = false;
    void making.then(() => {
      isMade = true;
    });
    for (let isDone = false; !isDone; ) {
      running = Array.from({ length: PROCESSES }, () =>
        fork(PROCESS, [core.url, mailbox.url], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
      );
      const end = mailbox.list().length + 1 + Math.floor(Math.random() * perLife);
      while (mailbox.list().length < end) {
        await sleep(20);
        isDone = isMade && !(await waits());
        if (isDone) break;
      }
      await killAll();
      if (isDone) break;
      told.kills++;
      // The leases of the dead run out, and what was put off comes due: as the hours that it takes would do it.
      await core.database.sql`update messages set due_at = now() where status = 'queued'`;
    }
    await making;
    for (const email of emails) {
      const mails = mailbox.list(email);
      told.mails += mails.length;
      if (mails.length === 0) told.lost++;
      if (new Set(mails.map(({ messageId }) => messageId)).size > 1) told.renamed++;
    }
    const [row] = await core.database.sql<{ settled: number }[]>`
      select count(*)::int as settled from messages where kind = 'spin_ready' and status = 'sent'`;
    told.unsettled = facts - (row?.settled ?? 0);
    return told;
  } finally {
    await killAll();
    await core.close();
    await mailbox.close();
  }
}
