import { todosSummary } from '@inaam/contracts/insights/todo-texts';
import type { Todo } from '@inaam/contracts/insights/todos';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { getTodoLink } from './todo-links.ts';

const tones = {
  bad: 'before:bg-bad',
  warn: 'before:bg-prize',
  neutral: 'before:bg-edge',
} as const;

/** One task: the figure, its unit and a link. */
function TodoLink({ todo }: { todo: Todo }) {
  const link = getTodoLink(todo);
  if (!link) return null;
  const { figure, words, tone, target } = link;
  return (
    <Link
      {...target}
      className={cx(
        'relative flex min-h-11 items-center gap-2 rounded-control bg-surface py-1 pr-3 pl-4 hover:bg-sunken',
        'border border-line before:absolute before:inset-y-1.5 before:left-1.5 before:w-1 before:rounded-full',
        tones[tone],
      )}
    >
      <span className="text-base font-semibold whitespace-nowrap tabular-nums">{figure}</span>
      <span className="text-sm leading-tight">{words}</span>
    </Link>
  );
}

export const useTodos = () => trpc.admin.insights.todos.useQuery(undefined, { refetchInterval: 60_000 });

/** Urgent tasks at the top of the dashboard, each with a link; an error message if the tasks could not be loaded. */
export function TodoStrip() {
  const { data, error } = useTodos();
  const todos = data?.todos.filter((each) => getTodoLink(each) !== undefined);
  return (
    <section aria-label="Needs attention" className="min-w-0">
      <h2 className="mb-1.5 text-xs text-muted">Needs attention</h2>
      <p role="status" className="sr-only">
        {todos && todosSummary(todos)}
      </p>
      {todos === undefined ? (
        <p className="text-sm text-muted">
          Tasks could not be loaded: {getErrorText(error, 'the server did not answer')}
        </p>
      ) : todos.length === 0 ? (
        <p className="flex min-h-11 items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-5 text-good" />
          Nothing needs attention
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2 max-sm:grid">
          {todos.map((todo) => (
            <li key={`${todo.kind} ${todo.subject?.id ?? ''}`} className="min-w-0">
              <TodoLink todo={todo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
