import { adminPaths } from '@inaam/contracts/common/paths';
import { type TodoText, todoText } from '@inaam/contracts/insights/todo-texts';
import type { Todo, TodoKind } from '@inaam/contracts/insights/todos';
import type { LinkOptions } from '@tanstack/react-router';

interface TodoTarget {
  tone: 'bad' | 'warn' | 'neutral';
  /** The page for the task: usually a list, filtered to the records that the task counts. */
  target: LinkOptions;
}

const inbox = ({ subject }: Todo, search: Readonly<Record<string, string>>): LinkOptions => ({
  to: adminPaths.network,
  params: { networkId: String(subject?.id ?? '') },
  search: { tab: 'inbox', ...search } as never,
});

/** The urgency and the target of each kind. */
const targets: Record<TodoKind, (todo: Todo) => TodoTarget> = {
  approvals: () => ({ tone: 'warn', target: { to: adminPaths.approvals } }),
  single_owner: () => ({ tone: 'warn', target: { to: adminPaths.admins } }),
  owed_wins: () => ({ tone: 'bad', target: { to: adminPaths.conversions, search: { state: 'owed' } } }),
  stock_out: ({ subject }) => {
    // If the task names a single amount, that amount is the form's initial value.
    const [, amount] = /^₹([\d,.]+)$/.exec(subject?.name ?? '') ?? [];
    const panel = amount ? `new-${amount.replaceAll(',', '')}` : 'new';
    return { tone: 'bad', target: { to: adminPaths.vouchers, search: { panel } } };
  },
  disabled_endpoint: () => ({ tone: 'bad', target: { to: adminPaths.webhooks } }),
  parking_network: (todo) => ({ tone: 'bad', target: inbox(todo, { outcome: 'parked' }) }),
  parked_postbacks: (todo) => ({ tone: 'warn', target: inbox(todo, { outcome: 'parked' }) }),
  refused_postbacks: (todo) => ({ tone: 'neutral', target: inbox(todo, { outcome: 'refused' }) }),
  open_cases: () => ({ tone: 'warn', target: { to: adminPaths.cases, search: { status: 'open' } } }),
  rings: () => ({
    tone: 'warn',
    target: { to: adminPaths.fraud, search: { tab: 'devices', device_filter: 'multiple' } },
  }),
  stock_short: () => ({ tone: 'warn', target: { to: adminPaths.vouchers, search: { panel: 'reorder' } } }),
  vouchers_expiring: () => ({
    tone: 'warn',
    target: {
      to: adminPaths.vouchers,
      search: { status: 'available', expiry_filter: 'valid', sortBy: 'expiry_date', sortOrder: 'asc' },
    },
  }),
};

/** The text and target of a task; undefined for an unknown kind, because the server may be of a newer release. */
export const getTodoLink = (todo: Todo): (TodoText & TodoTarget) | undefined =>
  Object.hasOwn(targets, todo.kind) ? { ...todoText(todo), ...targets[todo.kind](todo) } : undefined;
