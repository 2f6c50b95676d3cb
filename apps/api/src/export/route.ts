import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type ExportedListName, type FileCursor, listsWithCodes } from '@inaam/contracts/common/exports';
import { istDay } from '@inaam/contracts/common/time';
import { runOutsideRequest } from '@inaam/core/kernel/deadline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AdminCaller, withRawInput } from '../rest/endpoint.ts';
import { BOM, csvCell, csvLine } from './csv.ts';
import type { Column, CursorFile, ExportedList, ExportedRow } from './list.ts';
import { exportedLists } from './lists.ts';

const PAGE_SIZE = 1000;

/**
 * Rows written in one turn of the event loop, some 50 kB. Writing a whole batch at once blocks other requests and the
 * next database read: then 46,000 rows of clicks a second are exported instead of 65,000.
 */
const ROWS_PER_TURN = 250;

/** Some rows of the file, and a function that reads the next ones; undefined at the end. */
export interface Batch {
  rows: ExportedRow[];
  next: Read | undefined;
}
type Read = (admin: AdminCaller) => Promise<Batch>;

/**
 * Serves `GET /export/{list}.csv`: the whole filtered list, streamed in batches. The first batch is read before
 * anything is sent, so that a failure gives an error response instead of half a file. HEAD checks session, permission
 * and filters. It records nothing, and does not check the reason for reading voucher codes, which GET requires.
 */
export function serveExports(
  scope: FastifyInstance,
  getCaller: (request: FastifyRequest, reply: FastifyReply, skipsRateLimit?: boolean) => AdminCaller,
): void {
  for (const [name, list] of Object.entries(exportedLists)) {
    scope.get<{ Querystring: Record<string, string> }>(`/export/${name}.csv`, async (request, reply) => {
      const admin = getCaller(request, reply);
      // Reads of later batches skip the rate limit, because a refusal would cut the file off in the middle.
      const unlimitedCaller = getCaller(request, reply, true);
      const { page: _page, limit: _limit, after: _after, reason, ...filters } = request.query;
      // A file on a disk outlives every permission, so codes are masked unless the request asks for them and gives a
      // reason.
      if (listsWithCodes.has(name as ExportedListName)) filters['codes'] ??= 'masked';
      const isHead = request.method === 'HEAD';
      if (!isHead && filters['codes'] === 'plain' && listsWithCodes.has(name as ExportedListName))
        await withRawInput(admin.audit.mayExport)({ list: name, filters, reason });
      const first = await getFirstBatch(list, isHead ? { ...filters, limit: '1' } : filters)(admin);
      const record = () => withRawInput(admin.audit.recordExport)({ list: name, filters, reason });
      const { personal } = isHead ? { personal: false } : await record();
      const columns = list.columns.filter(({ isPersonal }) => personal || !isPersonal);
      const applied = Object.entries(filters).flatMap(([key, value]) => (value === 'masked' ? [] : `${key}-${value}`));
      const fileName = [name, ...applied, istDay(new Date())]
        .join('_')
        .replace(/[^\w.-]+/g, '-')
        .slice(0, 120);
      reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${fileName}.csv"`);
      return reply.send(isHead ? Readable.from([]) : streamFile(unlimitedCaller, first, columns));
    });
  }
}

/**
 * Reads by cursor if the sort order allows it. With other sort orders, such as by a figure, it reads page by page, and
 * a row that moves during the export may be missing.
 */
function getFirstBatch({ byCursor, page }: ExportedList, filters: Record<string, string>): Read {
  const { sortBy } = filters;
  const usesCursor = byCursor && (sortBy === undefined || byCursor.sorts.has(sortBy));
  return usesCursor ? getNextBatch(byCursor, filters) : readPages(page, filters);
}

const getNextBatch =
  (file: CursorFile, filters: object, after?: FileCursor): Read =>
  async (admin) => {
    const { rows, next } = await file.batch(admin, filters, after);
    return { rows, next: next && getNextBatch(file, filters, next) };
  };

function readPages(page: ExportedList['page'], filters: object): Read {
  // A new row shifts the others by one, so the row at the page border would appear twice.
  const sentIds = new Set<number | string>();
  const readPage =
    (number: number): Read =>
    async (admin) => {
      // The export ignores totals, so later pages do not count them exactly.
      const total = number > 1 && { total: 'capped' };
      const { rows } = await page(admin, { ...filters, ...total, page: number, limit: PAGE_SIZE });
      const newRows = rows.filter(({ id }) => !sentIds.has(id));
      for (const { id } of newRows) sentIds.add(id);
      return { rows: newRows.map(({ row }) => row), next: rows.length < PAGE_SIZE ? undefined : readPage(number + 1) };
    };
  return readPage(1);
}

/** Streams the file, and reads rows only as fast as the client receives them. @param first the first rows */
export const streamFile = (admin: AdminCaller, first: Batch, columns: readonly Column[]): Readable =>
  Readable.from(lines(admin, first, columns));

/**
 * Yields the lines in batches. While one batch is written, the next one is read. Each batch has its own deadline,
 * because a large file or a slow reader takes longer than a request may.
 */
async function* lines(admin: AdminCaller, first: Batch, columns: readonly Column[]) {
  yield BOM + csvLine(columns.map(({ heading }) => heading));
  for (let { rows, next } = first; ; ) {
    const read = next;
    const reading = read && runOutsideRequest(() => read(admin));
    // If the client disconnects before the batch arrives, nothing else handles an error of the read.
    reading?.catch(() => {});
    for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
      if (from > 0) await setImmediate();
      yield formatLines(rows.slice(from, from + ROWS_PER_TURN), columns);
    }
    if (!reading) return;
    ({ rows, next } = await reading);
  }
}

/** Like `csvLine` for each row, without allocating a list of cells. */
function formatLines(rows: readonly ExportedRow[], columns: readonly Column[]): string {
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const { cell } of columns) {
      text += separator + csvCell(cell(row));
      separator = ',';
    }
    text += '\r\n';
  }
  return text;
}
