import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMailbox } from '@inaam/mailbox/mailbox';
import { buildApp } from './app.ts';
import { loadSigningKey } from './identity.ts';
import { readSettings } from './settings.ts';

/** Opens a sandbox with its own data folder and mailbox. */
export async function openSandbox() {
  const DATA_DIR = join(tmpdir(), `sandbox-${randomUUID()}`);
  const mailbox = await openMailbox();
  const key = await loadSigningKey(DATA_DIR);
  const app = buildApp(readSettings({ SANDBOX_SECRET: 'a-secret-long-enough', DATA_DIR }), { key, mailbox });
  return {
    app,
    async close(): Promise<void> {
      await app.close();
      await mailbox.close();
    },
  };
}
