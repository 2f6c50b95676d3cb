import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';

/**
 * Requests a test alert. The audit entry is the request: each process reads its time and reports it as a metric, on
 * which the alert TestPage fires.
 */
export const sendTestPage = ({ kernel, actor }: CommandContext): Promise<void> =>
  kernel.write((tx) => writeAuditEntry(tx, actor, { action: 'operations.send_test_page', subject: 'alerts' }));
