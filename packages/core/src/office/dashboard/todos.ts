import { formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import { type Todo, type TodoKind, type Todos, todoKinds } from '@inaam/contracts/insights/todos';
import { forecastStock, listExpiringSoon } from '../../insight/stock/forecast.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { getParkedShares, PARKED_ALERT_PERCENT } from '../../partners/networks/parked-share.ts';
import { countDecidableRequests } from '../approvals/list.ts';

/** Accounts on one device that are a ring rather than a family. */
const RING_ACCOUNTS = 3;

const plain = (kind: TodoKind, count: number, more: Partial<Todo> = {}): Todo[] =>
  count > 0 ? [{ kind, count, value: null, subject: null, ...more }] : [];

/** Calls of one network with an outcome, of those that came lately. */
async function postbacksOf(kernel: Kernel, kind: TodoKind, outcome: 'parked' | 'refused', days: number) {
  const rows = await kernel.read(
    (_, sql) => sql<{ id: number; name: string; calls: number }[]>`
      select n.id, n.name, count(*) as calls from postbacks p join networks n on n.id = p.network_id
      where p.outcome = ${outcome} and p.received_at > now() - ${days}::int * interval '1 day'
      group by n.id, n.name order by calls desc, n.id`,
  );
  return rows.flatMap(({ id, name, calls }) => plain(kind, calls, { subject: { id, name } }));
}

interface Reading {
  kernel: Kernel;
  reader: Actor | undefined;
  /** Whose stock is low: read once, for both kinds of it. */
  low: () => Promise<StockForecast[]>;
}

function readingOf(kernel: Kernel, reader: Actor | undefined): Reading {
  let stock: Promise<StockForecast[]> | undefined;
  const low = async () => {
    stock ??= forecastStock(kernel);
    return (await stock).filter(({ is_low }) => is_low);
  };
  return { kernel, reader, low };
}

/** Amounts as one reads them: `₹5, ₹10`. */
const amountsOf = (stock: readonly { amount: number }[]) => ({
  id: null,
  name: stock.map(({ amount }) => formatRupees(amount)).join(', '),
});

/** How each kind is counted. */
const counted: Record<TodoKind, (reading: Reading) => Promise<Todo[]>> = {
  approvals: async ({ kernel, reader }) => plain('approvals', await countDecidableRequests(kernel, reader)),
  owed_wins: async ({ kernel }) => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ wins: number; paise: number }[]>`
        select count(*) as wins, coalesce(sum(amount_paise), 0)::bigint as paise from owed_wins`,
    );
    return plain('owed_wins', row?.wins ?? 0, { value: toRupees(row?.paise ?? 0) });
  },
  stock_out: async ({ low }) => {
    const out = (await low()).filter(({ available }) => available === 0);
    return plain('stock_out', out.length, { subject: amountsOf(out) });
  },
  stock_short: async ({ low }) => {
    const left = (await low()).filter(({ available }) => available > 0);
    return plain('stock_short', left.length, { subject: amountsOf(left) });
  },
  vouchers_expiring: async ({ kernel }) => {
    const soon = await listExpiringSoon(kernel);
    const paise = soon.reduce((sum, { amount, count }) => sum + Math.round(amount * 100) * count, 0);
    return plain(
      'vouchers_expiring',
      soon.reduce((sum, { count }) => sum + count, 0),
      { value: toRupees(paise) },
    );
  },
  open_cases: async ({ kernel }) => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ cases: number }[]>`select count(*) as cases from credit_cases where status = 'open'`,
    );
    return plain('open_cases', row?.cases ?? 0);
  },
  disabled_endpoint: async ({ kernel }) => {
    const rows = await kernel.read(
      (_, sql) => sql<{ id: number; name: string }[]>`
        select id, name from webhook_endpoints where active and disabled_at is not null order by id`,
    );
    return rows.flatMap((subject) => plain('disabled_endpoint', 1, { subject }));
  },
  parking_network: async ({ kernel }) => {
    const shares = await getParkedShares(kernel);
    const parking = [...shares].filter(([, { parked_share }]) => (parked_share ?? 0) >= PARKED_ALERT_PERCENT);
    if (parking.length === 0) return [];
    const names = await kernel.read(
      (_, sql) => sql<{ id: number; name: string }[]>`
        select id, name from networks where id = any(${parking.map(([id]) => id)}::bigint[]) order by id`,
    );
    return names.flatMap(({ id, name }) =>
      plain('parking_network', shares.get(id)?.parked_share ?? 0, { subject: { id, name } }),
    );
  },
  parked_postbacks: ({ kernel }) => postbacksOf(kernel, 'parked_postbacks', 'parked', 30),
  refused_postbacks: ({ kernel }) => postbacksOf(kernel, 'refused_postbacks', 'refused', 1),
  // By device alone: an address may be a carrier's, with thousands of strangers behind it.
  rings: async ({ kernel }) => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ rings: number }[]>`
        select count(*) as rings from devices d
        where d.registration_count > 1 and d.registration_count >= ${RING_ACCOUNTS} and d.blocked_at is null
          and exists (select from users u where u.registration_device = d.fingerprint and u.suspended_at is null)`,
    );
    return plain('rings', row?.rings ?? 0);
  },
};

/**
 * What waits for somebody now, the most urgent first; nothing of which there is none.
 * @param reader for what waits for some people alone; without one there is none of that
 */
export async function listTodos(kernel: Kernel, reader?: Actor): Promise<Todos> {
  const reading = readingOf(kernel, reader);
  const found = await Promise.all(todoKinds.map((kind) => counted[kind](reading)));
  return { todos: found.flat() };
}
