import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { listRequests } from './list.ts';

/** The error of a command that needs approval, for `toMatchObject`. */
export const needsApproval = { code: 'WAITS_FOR_APPROVAL' };

export interface TwoOwners {
  core: TestCore;
  networkId: number;
  /** The two owners are new in each test. */
  asha: AdminActor;
  ravi: AdminActor;
  listRequestsFor: (reader: AdminActor) => Promise<Awaited<ReturnType<typeof listRequests>>['requests']>;
  /** Returns the reader's latest waiting request. */
  getLastRequest: (reader: AdminActor) => Promise<Awaited<ReturnType<typeof listRequests>>['requests'][number]>;
  listMails: (admin: AdminActor) => Promise<readonly { payload: { title: string; text: string } }[]>;
}

/** Sets up a database with two owners, who must approve each other's larger changes. Call at a file's top level. */
export function twoOwners(): TwoOwners {
  const setup = {} as TwoOwners;
  beforeAll(async () => {
    setup.core = await createTestCore({ approvals: { when: 'two_owners', codes: 3, codesPaise: 25_000_00 } });
    const { slug } = await makeNetwork(setup.core);
    const [row] = await setup.core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
    setup.networkId = row?.id ?? 0;
  });
  afterAll(() => setup.core.close());
  beforeEach(async () => {
    setup.asha = await makeAdmin(setup.core);
    setup.ravi = await makeAdmin(setup.core);
  });
  setup.listRequestsFor = async (reader) => (await listRequests(setup.core.kernel, reader)).requests;
  setup.getLastRequest = async (reader) => {
    const [request] = (await setup.listRequestsFor(reader))
      .filter(({ is_own, status }) => is_own && status === 'waiting')
      .toSorted((a, b) => b.request_id - a.request_id);
    if (!request) throw new Error('no request is waiting');
    return request;
  };
  setup.listMails = ({ name }) => setup.core.database.sql`
    select payload from messages where kind = 'admin_notice' and recipient = ${`${name}@example.invalid`} order by id`;
  return setup;
}
