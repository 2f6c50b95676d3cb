import { formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import { type Todo, type TodoKind, type Todos, todoKinds } from '@inaam/contracts/insights/todos';
import { forecastStock, listExpiringSoon } from '../../insight/stock/forecast.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { countRecentPostbacks } from '../../partners/networks/parked-share.ts';
import { countOwners } from '../../people/admins/count-owners.ts';
import { countDecidableRequests } from '../approvals/list.ts';

/** Minimum number of accounts on one device that count as a fraud ring. */
const RING_ACCOUNTS = 3;

const toTodos = (kind: TodoKind, count: number, more: Partial<Todo> = {}): Todo[] =>
  count > 0 ? [{ kind, count, value: null, subject: null, ...more }] : [];

/** Counts the postbacks of the last `days` days that had this outcome, by network. */
async function countPostbacks(kernel: Kernel, kind: TodoKind, outcome: 'parked' | 'refused', days: number) {
  const rows = await kernel.read(
    (_, sql) => sql<{ id: number; name: string; calls: number }[]>`
      select n.id, n.name, count(*) as calls from postbacks p join networks n on n.id = p.network_id
      where p.outcome = ${outcome} and p.received_at > now() - ${days}::int * interval '1 day'
      group by n.id, n.name order by calls desc, n.id`,
  );
  return rows.flatMap(({ id, name, calls }) => toTodos(kind, calls, { subject: { id, name } }));
}

interface TodoSource {
  kernel: Kernel;
  reader: Actor | undefined;
  isProduction: boolean;
  /** Returns the voucher amounts with low stock, loaded once for both `stock_out` and `stock_short`. */
  getLowStock: () => Promise<StockForecast[]>;
}

function createTodoSource(kernel: Kernel, reader: Actor | undefined, isProduction: boolean): TodoSource {
  let stock: Promise<StockForecast[]> | undefined;
  const getLowStock = async () => {
    stock ??= forecastStock(kernel);
    return (await stock).filter(({ is_low }) => is_low);
  };
  return { kernel, reader, isProduction, getLowStock };
}

/** Formats amounts, such as `₹5, ₹10`. */
const formatAmounts = (stock: readonly { amount: number }[]) => ({
  id: null,
  name: stock.map(({ amount }) => formatRupees(amount)).join(', '),
});

const todoCounters: Record<TodoKind, (source: TodoSource) => Promise<Todo[]>> = {
  approvals: async ({ kernel, reader }) => toTodos('approvals', await countDecidableRequests(kernel, reader)),
  single_owner: async ({ kernel, isProduction }) =>
    toTodos('single_owner', isProduction && (await countOwners(kernel)) === 1 ? 1 : 0),
  owed_wins: async ({ kernel }) => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ wins: number; paise: number }[]>`
        select count(*) as wins, coalesce(sum(amount_paise), 0)::bigint as paise from owed_wins`,
    );
    return toTodos('owed_wins', row?.wins ?? 0, { value: toRupees(row?.paise ?? 0) });
  },
  stock_out: async ({ getLowStock }) => {
    const out = (await getLowStock()).filter(({ available }) => available === 0);
    return toTodos('stock_out', out.length, { subject: formatAmounts(out) });
  },
  stock_short: async ({ getLowStock }) => {
    const left = (await getLowStock()).filter(({ available }) => available > 0);
    return toTodos('stock_short', left.length, { subject: formatAmounts(left) });
  },
  vouchers_expiring: async ({ kernel }) => {
    const soon = await listExpiringSoon(kernel);
    const paise = soon.reduce((sum, { amount, count }) => sum + Math.round(amount * 100) * count, 0);
    return toTodos(
      'vouchers_expiring',
      soon.reduce((sum, { count }) => sum + count, 0),
      { value: toRupees(paise) },
    );
  },
  open_cases: async ({ kernel }) => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ cases: number }[]>`select count(*) as cases from credit_cases where status = 'open'`,
    );
    return toTodos('open_cases', row?.cases ?? 0);
  },
  disabled_endpoint: async ({ kernel }) => {
    const rows = await kernel.read(
      (_, sql) => sql<{ id: number; name: string }[]>`
        select id, name from webhook_endpoints where active and disabled_at is not null order by id`,
    );
    return rows.flatMap((subject) => toTodos('disabled_endpoint', 1, { subject }));
  },
  parking_network: async ({ kernel }) => {
    const days = await countRecentPostbacks(kernel);
    const parking = [...days].filter(([, { parked_share }]) => parked_share !== null);
    if (parking.length === 0) return [];
    const names = await kernel.read(
      (_, sql) => sql<{ id: number; name: string }[]>`
        select id, name from networks where id = any(${parking.map(([id]) => id)}::bigint[]) order by id`,
    );
    // For this kind of todo, the count is a percentage.
    return names.flatMap(({ id, name }) =>
      toTodos('parking_network', days.get(id)?.parked_share ?? 0, { subject: { id, name } }),
    );
  },
  parked_postbacks: ({ kernel }) => countPostbacks(kernel, 'parked_postbacks', 'parked', 30),
  refused_postbacks: ({ kernel }) => countPostbacks(kernel, 'refused_postbacks', 'refused', 1),
  // Counts only rings on a device, because thousands of users may share the IP address of a mobile carrier.
  rings: async ({ kernel }) => {
    // `> 1` is the condition of the partial index, so that the planner uses this index.
    const [row] = await kernel.read(
      (_, sql) => sql<{ rings: number }[]>`
        select count(*) as rings from devices d
        where d.registration_count > 1 and d.registration_count >= ${RING_ACCOUNTS} and d.blocked_at is null
          and exists (select from users u where u.registration_device = d.fingerprint and u.suspended_at is null)`,
    );
    return toTodos('rings', row?.rings ?? 0);
  },
};

/**
 * Lists current todos, most urgent first.
 * @param reader the admin who reads the list; without a reader, the list contains no approvals
 * @param isProduction whether an installation with only one owner is a todo
 */
export async function listTodos(kernel: Kernel, reader?: Actor, isProduction = false): Promise<Todos> {
  const source = createTodoSource(kernel, reader, isProduction);
  const found = await Promise.all(todoKinds.map((kind) => todoCounters[kind](source)));
  return { todos: found.flat() };
}
