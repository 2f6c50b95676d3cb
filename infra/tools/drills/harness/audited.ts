import type { Furniture } from '@inaam/testing/furnish';
import { createOpener } from '@inaam/testing/opener';
import { auditAcknowledged } from '../../faults/audit.ts';
import type { Load } from './load.ts';
import { type Bars, type Row, rowOf } from './report.ts';

/** What a load was told, held against the database. */
export interface Books {
  appOrigin: string;
  databaseUrl: string;
  furniture: Furniture;
}

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
  await load.stop();
  const opener = createOpener(Buffer.from(furniture.secretsKey, 'hex'));
  const audit = await auditAcknowledged({ appOrigin, opener, databaseUrl: () => databaseUrl }, load.acknowledged);
  const seen = { calls: load.calls, audit, wrong: [...load.wrong, ...wrong] };
  return rowOf(name, { ...seen, ...(recovery && { recovery }) }, bars);
}
