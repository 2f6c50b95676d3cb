import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'inaam_backup_last_success_timestamp_seconds';

/**
 * Says that a backup was made now, for the alert BackupOld: a file that appears whole and that whoever reads the folder
 * can read (https://github.com/prometheus/node_exporter#textfile-collector).
 * @param folder of the node exporter's textfile collector
 */
export function writeBackupMetric(folder: string): void {
  const file = join(folder, 'inaam_backup.prom');
  // The collector reads what ends in .prom alone.
  const draft = `${file}.new`;
  writeFileSync(draft, [`# TYPE ${NAME} gauge`, `${NAME} ${Math.round(Date.now() / 1000)}`, ''].join('\n'));
  chmodSync(draft, 0o644);
  renameSync(draft, file);
}
