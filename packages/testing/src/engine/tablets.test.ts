import { expect, test } from 'vitest';
import { type EngineSchema, reachOf } from './tablets.ts';

const table = (columns: string, keys: Record<string, string[]>, place: object | 'colocated') => ({
  columns: new Set(columns.split(' ')),
  keys: Object.entries(keys).map(([name, of]) => ({ name, columns: of })),
  place: place as 'colocated',
});

const schema: EngineSchema = {
  tables: new Map([
    [
      'people',
      table('id email at', { pk: ['id'], mail: ['email'], at: ['at'] }, { by: 'id', tablets: 1, ordered: ['at'] }),
    ],
    [
      'deeds',
      table(
        'id person_id net trans',
        { pk: ['id'], who: ['person_id'], key: ['net', 'trans'] },
        { by: 'id', tablets: 1, together: ['key'] },
      ),
    ],
    ['kinds', table('id name', { pk: ['id'] }, 'colocated')],
  ]),
  bodies: new Map([
    [
      'known_deeds',
      'select d.id as deed, d.person_id as who, p.email from deeds d join people p on p.id = d.person_id',
    ],
  ]),
};
const ways = async (text: string) =>
  (await reachOf(text, schema)).map(({ table: name, how }) => `${name} ${how}`).toSorted();

test.each([
  ['select * from people where id = $1', ['people tablet']],
  ['select * from people p where p.email = lower($1)', ['people tablet']],
  ['select * from people where id = p_person', ['people tablet']],
  ['select * from people where id = any($1)', ['people tablet']],
  ['select * from people where id = $1 or email = $2', ['people scatter']],
  ['select * from people where at > $1', ['people range']],
  ['select * from people where lower(email) = $1', ['people scatter']],
  ['select count(*) from people', ['people scatter']],
  // By both columns of a key that lies by both.
  ['select * from deeds where net = $1', ['deeds scatter']],
  ['select * from deeds where (net, trans) = ($1, $2)', ['deeds tablet']],
  ['select * from deeds d join people p on p.id = d.person_id where d.id = $1', ['deeds tablet', 'people rows']],
  ['select * from people p left join deeds d on d.person_id = p.id where p.id = $1', ['deeds tablet', 'people tablet']],
  ['select * from deeds d join kinds k on k.id = d.id', ['deeds rows', 'kinds colocated']],
  // A view and a subquery are entered with what is known of their columns.
  ['select * from known_deeds where deed = $1', ['deeds tablet', 'people rows']],
  ['select * from known_deeds where email = $1', ['deeds rows', 'people tablet']],
  ['select * from known_deeds', ['deeds scatter', 'people rows']],
  ['select * from (select id from deeds) d where d.id = $1', ['deeds tablet']],
  [
    'select exists (select 1 from deeds where person_id = p.id) from people p where id = $1',
    ['deeds rows', 'people tablet'],
  ],
  [
    'with mine as (select id from deeds where person_id = $1) select * from people join mine using (id) where people.id = mine.id',
    ['deeds tablet', 'people rows'],
  ],
  ['delete from deeds where id in (select id from deeds where person_id = $1)', ['deeds rows', 'deeds tablet']],
  ['exists (select 1 from deeds where person_id = v_person)', ['deeds tablet']],
  ['insert into deeds (id) select id from people where at < now()', ['deeds tablet', 'people range']],
  ['commit', []],
])('%s', async (text, wanted) => {
  expect(await ways(text)).toEqual(wanted);
});

test('writes count the row and the entries of its indexes', async () => {
  expect(await reachOf('insert into people (id) values (1)', schema)).toEqual([
    { table: 'people', how: 'tablet', writes: 3 },
  ]);
  expect(await reachOf('update people set email = $1 where id = $2', schema)).toEqual([
    { table: 'people', how: 'tablet', writes: 1 },
  ]);
});
