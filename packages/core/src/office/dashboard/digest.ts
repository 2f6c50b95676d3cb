import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { todoText } from '@inaam/contracts/insights/todo-texts';
import { listDailyFigures, shiftDay } from '../../insight/figures/series.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { listTodos } from './todos.ts';

/** The hour, in Indian time, from which mails are sent. */
const HOUR = 7;
/** A mail expires after this time. */
const MAX_DELAY_SECONDS = 12 * 3600;

/**
 * Mails yesterday's figures and current todos to admins who opted in, once a day from 7:00 IST. Safe to run often and
 * in several processes.
 * @param adminOrigin origin of the back-office
 * @param now for tests; the current time by default
 */
export async function sendDigests(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  adminOrigin: string,
  now: Date = new Date(),
): Promise<void> {
  const recipients = await kernel.read(
    (_, sql) => sql<{ email: string; today: string; fact: string }[]>`
      select a.email, d.today::text, 'digest:' || a.id || ':' || d.today as fact
      from admin_preferences p join admins a on a.id = p.admin_id,
        (select (${now.toISOString()}::timestamptz at time zone 'Asia/Kolkata') as at,
          ist_day(${now.toISOString()}::timestamptz) as today) d
      where (p.preferences -> 'digest')::text = 'true' and a.deactivated_at is null and extract(hour from d.at) >= ${HOUR}
        and not exists (select from messages m
          where m.kind = 'admin_digest' and m.event_key = 'digest:' || a.id || ':' || d.today and m.recipient = a.email)`,
  );
  const [first] = recipients;
  if (!first) return;
  const day = shiftDay(first.today, -1);
  const [[figures], { todos }] = await Promise.all([listDailyFigures(kernel, day, day), listTodos(kernel)]);
  if (!figures) return;
  const payload = {
    day,
    url: `${adminOrigin}${adminPaths.dashboard}`,
    figures: [
      ['Revenue', formatRupees(figures.revenue)],
      ['Voucher cost', formatRupees(figures.voucher_cost)],
      ['Margin', formatRupees(figures.margin)],
      ['Conversions', formatCount(figures.conversions)],
      ['Spins', formatCount(figures.spins)],
      ['New users', formatCount(figures.users)],
    ] satisfies [string, string][] as [string, string][],
    todos: todos.map((todo) => {
      const { figure, words } = todoText(todo);
      return `${figure} ${words}`;
    }),
  };
  await kernel.write(async (tx) => {
    for (const { email, fact } of recipients) {
      const about = { kind: 'admin_digest', eventKey: fact, userId: null, recipient: email } as const;
      await enqueueMessage(tx, secrets, { ...about, payload, sealed: {}, expiresInSeconds: MAX_DELAY_SECONDS });
    }
  });
}
