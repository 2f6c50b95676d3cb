import { Readable } from 'node:stream';
import { type ExportedListName, listsWithCodes } from '@inaam/contracts/common/exports';
import { istDay } from '@inaam/contracts/common/time';
import { beyondRequest } from '@inaam/core/kernel/deadline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AdminCaller, withRawInput } from '../rest/endpoint.ts';
import { BOM, type Cell, csvLine } from './csv.ts';
import type { ExportedList, ExportPage } from './list.ts';
import { exportedLists } from './lists.ts';

/** Rows that are read at once: what one page of a list may hold. */
const BATCH = 1000;

/**
 * `GET /export/{list}.csv` with the list's own filters: the whole filtered list, streamed batch by batch. The first
 * batch is read before anything is sent, so that a refusal is an answer and not half a file.
 */
export function serveExports(
  scope: FastifyInstance,
  callerOf: (request: FastifyRequest, reply: FastifyReply, isPrepaid?: boolean) => AdminCaller,
): void {
  for (const [name, list] of Object.entries(exportedLists)) {
    scope.get<{ Querystring: Record<string, string> }>(`/export/${name}.csv`, async (request, reply) => {
      const admin = callerOf(request, reply);
      // Paid for with the record: a file must not break off in the middle because its reader ran out of calls.
      const rest = callerOf(request, reply, true);
      const { page: _page, limit: _limit, ...filters } = request.query;
      // How many codes would leave, before one of them does.
      const hasCodes = listsWithCodes.has(name as ExportedListName) && filters['codes'] !== 'masked';
      const codes = hasCodes ? (await list.page(admin, { ...filters, codes: 'masked', page: 1, limit: 1 })).total : 0;
      if (codes > 0) await withRawInput(admin.audit.mayExport)({ list: name, codes });
      const first = await list.page(admin, { ...filters, page: 1, limit: BATCH });
      const { personal } = await withRawInput(admin.audit.recordExport)({ list: name, filters });
      const shown = list.columns.flatMap((heading, index) => (personal || !list.personal.has(heading) ? [index] : []));
      const applied = Object.entries(filters).map(([key, value]) => `${key}-${value}`);
      const fileName = [name, ...applied, istDay(new Date())]
        .join('_')
        .replace(/[^\w.-]+/g, '-')
        .slice(0, 120);
      reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${fileName}.csv"`);
      return reply.send(Readable.from(lines(rest, list, filters, first, shown)));
    });
  }
}

/**
 * The lines of the file, a batch at a time. The next batch is read while this one is written and sent, so that the
 * database and this process work at once; one batch ahead and no more, however slowly the reader takes them. Each has a
 * deadline of its own: a large file, or a slow reader, takes longer than one request may.
 */
async function* lines(admin: AdminCaller, list: ExportedList, filters: object, first: ExportPage, shown: number[]) {
  const line = (cells: readonly Cell[]) => csvLine(shown.map((index) => cells[index] ?? null));
  yield BOM + line(list.columns);
  // A row that arrives while we read shifts the rest by one: the row at the seam would come twice.
  const seen = new Set<number | string>();
  for (let number = 1, page = first; page.rows.length > 0; ) {
    number += 1;
    // Nobody reads a total here: where it takes counting, it is not counted anew for each batch.
    const input = { ...filters, total: 'capped', page: number, limit: BATCH };
    const next = page.rows.length < BATCH ? undefined : beyondRequest(() => list.page(admin, input));
    // Where the reader goes away meanwhile, nobody waits for it any more.
    next?.catch(() => {});
    const fresh = page.rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh.map(({ cells }) => line(cells)).join('');
    if (!next) return;
    page = await next;
  }
}
