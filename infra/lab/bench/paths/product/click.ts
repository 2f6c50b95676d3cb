import { PEOPLE } from '../lean/schema.ts';

/** The database's own part of a click, without the session's check. A pgbench script; `first` is the first clicker. */
export const recordClick = `
  \\set person :first + random(0, ${PEOPLE - 1})
  \\set offer random(1, 4)
  select * from start_offer(:person, :offer, gen_random_uuid()::text, '203.0.113.9', null, 'bench', null,
    gen_random_uuid()::text, null)`;
