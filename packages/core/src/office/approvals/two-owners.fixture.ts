import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { listRequests } from './list.ts';

/** The error of a command that waits for a second person. */
export const waits = { code: 'WAITS_FOR_APPROVAL' };

export interface TwoOwners {
  core: TestCore;
  networkId: number;
  /** New owners for each test. */
  asha: AdminActor;
  ravi: AdminActor;
  requestsOf: (reader: AdminActor) => Promise<Awaited<ReturnType<typeof listRequests>>['requests']>;
  /** The reader's latest waiting request. */
  lastOf: (reader: AdminActor) => Promise<Awaited<ReturnType<typeof listRequests>>['requests'][number]>;
  mailsTo: (admin: AdminActor) => Promise<readonly { payload: { title: string; text: string } }[]>;
}

/** For a test file's top level: a database with two owners, where money moves need both. */
export function twoOwners(): TwoOwners {
  const its = {} as TwoOwners;
  beforeAll(async () => {
    its.core = await createTestCore({ approvals: { when: 'two_owners', codes: 3 } });
    const { slug } = await makeNetwork(its.core);
    const [row] = await its.core.database.sql<{ id: number }[]>`select id from networks where slug = ${slug}`;
    its.networkId = row?.id ?? 0;
  });
  afterAll(() => its.core.close());
  beforeEach(async () => {
    its.asha = await makeAdmin(its.core);
    its.ravi = await makeAdmin(its.core);
  });
  its.requestsOf = async (reader) => (await listRequests(its.core.kernel, reader)).requests;
  its.lastOf = async (reader) => {
    const [request] = (await its.requestsOf(reader))
      .filter(({ is_own, status }) => is_own && status === 'waiting')
      .toSorted((a, b) => b.request_id - a.request_id);
    if (!request) throw new Error('nothing waits');
    return request;
  };
  its.mailsTo = ({ name }) => its.core.database.sql`
    select payload from messages where kind = 'admin_notice' and recipient = ${`${name}@example.invalid`} order by id`;
  return its;
}
