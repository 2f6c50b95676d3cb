import type { FastifyRequest } from 'fastify';
import { type AdminCaller, withRawInput } from './endpoint.ts';

/** With `user_id` in the query, returns that user's details, else the list. */
export function userListOrDetail(admin: AdminCaller, { query }: FastifyRequest): Promise<object> {
  const isDetail = typeof query === 'object' && query !== null && 'user_id' in query;
  return isDetail ? withRawInput(admin.users.detail)(query) : withRawInput(admin.users.list)(query);
}
