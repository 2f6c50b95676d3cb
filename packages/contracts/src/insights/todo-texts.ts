import { formatCount, formatPlural, formatRupees } from '../common/format.ts';
import type { Todo, TodoKind } from './todos.ts';

/** Open tasks in words, for the dashboard and for the mail that admins can get each morning. */
export interface TodoText {
  /** The large text: a count, a share or a name. */
  figure: string;
  /** The words that follow the figure. */
  words: string;
}

const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
const getSubjectName = ({ subject }: Todo): string => subject?.name ?? '';
const countText = (count: number, words: string): TodoText => ({ figure: formatCount(count), words });

const texts: Record<TodoKind, (todo: Todo) => TodoText> = {
  approvals: ({ count }) => countText(count, `${plural(count, 'request waits', 'requests wait')} for another owner`),
  single_owner: () => ({ figure: '1', words: 'owner: no second person approves costly changes' }),
  owed_wins: ({ count, value }) => countText(count, `${plural(count, 'win')} owed, ${formatRupees(value ?? 0)}`),
  stock_out: (todo) => ({ figure: getSubjectName(todo), words: 'out of stock' }),
  stock_short: (todo) => ({
    figure: getSubjectName(todo),
    words: `${plural(todo.count, 'runs', 'run')} out within a week`,
  }),
  vouchers_expiring: ({ count, value }) =>
    countText(
      count,
      `${plural(count, 'voucher expires', 'vouchers expire')} within 14 days, ${formatRupees(value ?? 0)}`,
    ),
  open_cases: ({ count }) => countText(count, `missing credit ${plural(count, 'case')} open`),
  disabled_endpoint: (todo) => ({ figure: getSubjectName(todo), words: 'no longer receives events' }),
  parking_network: (todo) => ({
    figure: `${formatCount(todo.count)}%`,
    words: `of ${getSubjectName(todo)} postbacks are parked`,
  }),
  parked_postbacks: (todo) =>
    countText(todo.count, `parked ${plural(todo.count, 'postback')} of ${getSubjectName(todo)}`),
  refused_postbacks: (todo) =>
    countText(todo.count, `${plural(todo.count, 'postback')} of ${getSubjectName(todo)} refused since yesterday`),
  rings: ({ count }) => countText(count, `${plural(count, 'device')} with 3 or more accounts`),
};

export const todoText = (todo: Todo): TodoText => texts[todo.kind](todo);

/** The number of tasks in one sentence, for screen readers. */
export const todosSummary = (todos: readonly Todo[]): string =>
  todos.length === 0 ? 'Nothing needs attention' : `${formatPlural(todos.length, 'thing')} to look at`;
