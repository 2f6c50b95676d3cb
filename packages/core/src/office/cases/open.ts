import type { CaseFacts, OpenCaseInput, UserCase, UserCases } from '@inaam/contracts/cases/cases';
import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { SqlClient } from '@inaam/db/client';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow, toIso, toIsoOrNull } from '../../kernel/rows.ts';
import { getUsualSeconds } from './usual-time.ts';

interface Row {
  case_id: number;
  offer_id: number;
  status: UserCase['status'];
  opened_at: string;
  closed_at: string | null;
  resolution: string | null;
}

const selectNewestPerOffer = (sql: SqlClient, userId: number) => sql<Row[]>`
  select distinct on (offer_id) id as case_id, offer_id, status, opened_at, closed_at, resolution
  from credit_cases where user_id = ${userId} order by offer_id, opened_at desc, id desc`;

const toUserCase = (row: Row): UserCase => ({
  ...row,
  opened_at: toIso(row.opened_at),
  closed_at: toIsoOrNull(row.closed_at),
});

/** Lists the user's newest case for each offer. */
export async function listUserCases(kernel: Kernel, userId: number): Promise<UserCases> {
  const rows = await kernel.read((_, sql) => selectNewestPerOffer(sql, userId));
  return { cases: rows.map(toUserCase) };
}

/**
 * Returns the facts that a user sees before opening a case.
 * @throws DomainError CLICK_NOT_FOUND if the user has not started the offer
 */
export async function getCaseFacts(kernel: Kernel, userId: number, offerId: number): Promise<CaseFacts> {
  return kernel.read(async (_, sql) => {
    const [row] = await sql<{ title: string; created_at: string; click_id: string }[]>`
      select o.title, k.created_at, k.click_id from clicks k join offers o on o.id = k.offer_id
      where k.user_id = ${userId} and k.offer_id = ${offerId} order by k.created_at desc, k.id desc limit 1`;
    if (!row) throw new DomainError('CLICK_NOT_FOUND');
    return {
      offer_id: offerId,
      title: row.title,
      started_at: toIso(row.created_at),
      click_id: row.click_id,
      usual_seconds: await getUsualSeconds(sql, offerId),
    };
  });
}

const errorCodes = { no_click: 'CLICK_NOT_FOUND', completed: 'OFFER_ALREADY_COMPLETED' } as const satisfies Record<
  string,
  ErrorCode
>;

/**
 * Opens a case about the user's newest click on an offer, or returns the case that is already open.
 * @throws DomainError CLICK_NOT_FOUND, OFFER_ALREADY_COMPLETED (also if the completion is pending)
 */
export async function openCase(
  { kernel, actor }: CommandContext<object, UserActor>,
  input: OpenCaseInput,
): Promise<UserCase> {
  const row = oneRow(
    await kernel.runIdempotent(
      (sql) => sql<{ problem: keyof typeof errorCodes | null; case_id: number }[]>`
        select * from open_credit_case(${actor.id}, ${input.offer_id}, ${input.message})`,
    ),
  );
  if (row.problem) throw new DomainError(errorCodes[row.problem]);
  const rows = await kernel.read((_, sql) => selectNewestPerOffer(sql, actor.id));
  const found = rows.find(({ case_id }) => case_id === row.case_id);
  if (!found) throw new Error('the opened case is missing');
  return toUserCase(found);
}
