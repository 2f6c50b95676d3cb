import { expect, test } from 'vitest';
import { todosSummary, todoText } from './todo-texts.ts';
import { type Todo, todoKinds } from './todos.ts';

const formatTodo = (todo: Partial<Todo> & Pick<Todo, 'kind' | 'count'>) => {
  const { figure, words } = todoText({ value: 30, subject: { id: 1, name: 'Acme' }, ...todo });
  return `${figure} ${words}`;
};

test.each<[Todo['kind'], one: string, two: string]>([
  ['approvals', '1 request waits for another owner', '2 requests wait for another owner'],
  ['owed_wins', '1 win owed, ₹30', '2 wins owed, ₹30'],
  ['stock_out', 'Acme out of stock', 'Acme out of stock'],
  ['disabled_endpoint', 'Acme no longer receives events', 'Acme no longer receives events'],
  ['parking_network', '1% of Acme postbacks are parked', '2% of Acme postbacks are parked'],
  ['parked_postbacks', '1 parked postback of Acme', '2 parked postbacks of Acme'],
  ['refused_postbacks', '1 postback of Acme refused since yesterday', '2 postbacks of Acme refused since yesterday'],
  ['open_cases', '1 missing credit case open', '2 missing credit cases open'],
  ['rings', '1 device with 3 or more accounts', '2 devices with 3 or more accounts'],
  ['stock_short', 'Acme runs out within a week', 'Acme run out within a week'],
  ['vouchers_expiring', '1 voucher expires within 14 days, ₹30', '2 vouchers expire within 14 days, ₹30'],
])('describes one and two open tasks of kind %s', (kind, one, two) => {
  expect([formatTodo({ kind, count: 1 }), formatTodo({ kind, count: 2 })]).toEqual([one, two]);
});

test('tells the number of tasks in one sentence', () => {
  const makeTodos = (count: number) =>
    todoKinds.slice(0, count).map((kind): Todo => ({ kind, count: 1, value: null, subject: null }));
  expect([0, 1, 2].map((count) => todosSummary(makeTodos(count)))).toEqual([
    'Nothing needs attention',
    '1 thing to look at',
    '2 things to look at',
  ]);
});
