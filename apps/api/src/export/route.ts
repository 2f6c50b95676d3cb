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

/** What one page of a list may hold. */
const PAGE = 1000;

/**
 * Rows that are written in one turn of the event loop, some 50 kB. While a whole batch was written, nobody took what
 * the database had ready of the next one, so it waited: 46,000 rows of clicks a second in place of 65,000. Nor was
 * anybody else answered meanwhile.
 */
const SLICE = 250;

/** Some rows of the file, and how the next ones are read; nothing at its end. */
export interface Batch {
  rows: ExportedRow[];
  next: Read | undefined;
}
type Read = (admin: AdminCaller) => Promise<Batch>;

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
      const { page: _page, limit: _limit, after: _after, ...filters } = request.query;
      // How many codes would leave, before one of them does.
      const hasCodes = listsWithCodes.has(name as ExportedListName) && filters['codes'] !== 'masked';
      const codes = hasCodes ? (await list.page(admin, { ...filters, codes: 'masked', page: 1, limit: 1 })).total : 0;
      if (codes > 0) await withRawInput(admin.audit.mayExport)({ list: name, codes });
      const first = await getFirstBatch(list, filters)(admin);
      const { personal } = await withRawInput(admin.audit.recordExport)({ list: name, filters });
      const shown = list.columns.filter(({ isPersonal }) => personal || !isPersonal);
      const applied = Object.entries(filters).map(([key, value]) => `${key}-${value}`);
      const fileName = [name, ...applied, istDay(new Date())]
        .join('_')
        .replace(/[^\w.-]+/g, '-')
        .slice(0, 120);
      reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${fileName}.csv"`);
      return reply.send(streamFile(rest, first, shown));
    });
  }
}

/**
 * By place where the order allows it. What is sorted by that which may change, such as a figure, is read by pages: a
 * row that changes its place meanwhile may be missing there.
 */
function getFirstBatch({ byPlace, page }: ExportedList, filters: Record<string, string>): Read {
  const { sortBy } = filters;
  const isPlaced = byPlace && (sortBy === undefined || byPlace.sorts.has(sortBy));
  return isPlaced ? getNextBatch(byPlace, filters) : readPages(page, filters);
}

const getNextBatch =
  (file: CursorFile, filters: object, after?: FileCursor): Read =>
  async (admin) => {
    const { rows, next } = await file.batch(admin, filters, after);
    return { rows, next: next && getNextBatch(file, filters, next) };
  };

function readPages(page: ExportedList['page'], filters: object): Read {
  // A row that arrives while we read shifts the rest by one: the row at the seam would come twice.
  const seen = new Set<number | string>();
  const readPage =
    (number: number): Read =>
    async (admin) => {
      // Nobody reads a total here: where it takes counting, it is not counted anew for each page.
      const total = number > 1 && { total: 'capped' };
      const { rows } = await page(admin, { ...filters, ...total, page: number, limit: PAGE });
      const fresh = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return { rows: fresh.map(({ row }) => row), next: rows.length < PAGE ? undefined : readPage(number + 1) };
    };
  return readPage(1);
}

/** The file as it is sent: read as its reader takes it. @param first the rows that it begins with */
export const streamFile = (admin: AdminCaller, first: Batch, shown: readonly Column[]): Readable =>
  Readable.from(lines(admin, first, shown));

/**
 * The lines of the file, a batch at a time. The next batch is read while this one is written and sent, so that the
 * database and this process work at once; one batch ahead and no more, however slowly the reader takes them. Each has a
 * deadline of its own: a large file, or a slow reader, takes longer than one request may.
 */
async function* lines(admin: AdminCaller, first: Batch, shown: readonly Column[]) {
  yield BOM + csvLine(shown.map(({ heading }) => heading));
  for (let { rows, next } = first; ; ) {
    const read = next;
    const reading = read && runOutsideRequest(() => read(admin));
    // Where the reader goes away meanwhile, nobody waits for it any more.
    reading?.catch(() => {});
    for (let from = 0; from < rows.length; from += SLICE) {
      if (from > 0) await setImmediate();
      yield formatLines(rows.slice(from, from + SLICE), shown);
    }
    if (!reading) return;
    ({ rows, next } = await reading);
  }
}

/** As `csvLine` writes each row, without a list of its cells. */
function formatLines(rows: readonly ExportedRow[], shown: readonly Column[]): string {
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const { cell } of shown) {
      text += separator + csvCell(cell(row));
      separator = ',';
    }
    text += '\r\n';
  }
  return text;
}
