import { auditAcknowledged } from '../../faults/audit.ts';
import type { Furniture } from '../../furnish.ts';
import { createOpener } from '../../opener.ts';
import { inTime } from './daemon.ts';
import { type Load, STOP_PATIENCE } from './load.ts';
import { type Bars, type Row, rowOf } from './report.ts';

/** What a load was told, held against the database. */
export interface Books {
  appOrigin: string;
  databaseUrl: string;
  furniture: Furniture;
}

/** ms: each of its statements has 30 s, each of its calls a deadline of its own. */
const AUDIT_PATIENCE = 300_000;

/**
 * Stops a load and judges what came of it.
 * @param recovery ms of each caller, where there was a fault to recover from
 */
export async function judged(
  name: string,
  load: Load,
  { appOrigin, databaseUrl, furniture }: Books,
  bars: Bars,
  { recovery, wrong = [] }: { recovery?: number[]; wrong?: string[] } = {},
): Promise<Row> {
  await inTime(`${name}: the end of the load`, STOP_PATIENCE, load.stop());
  const opener = createOpener(Buffer.from(furniture.secretsKey, 'hex'));
  const books = { appOrigin, opener, databaseUrl: () => databaseUrl };
  const audit = await inTime(
    `${name}: holding what was acknowledged against the database`,
    AUDIT_PATIENCE,
    auditAcknowledged(books, load.acknowledged),
  );
  const seen = { calls: load.calls, audit, wrong: [...load.wrong, ...wrong] };
  return rowOf(name, { ...seen, ...(recovery && { recovery }) }, bars);
}
