import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';

/**
 * Requests a test alert by writing an audit entry. Each process reports the time of the last such entry as a metric,
 * and this metric fires the alert TestPage.
 */
export const sendTestPage = ({ kernel, actor }: CommandContext): Promise<void> =>
  kernel.write((tx) => writeAuditEntry(tx, actor, { action: 'operations.send_test_page', subject: 'alerts' }));
