import { createTestCore } from '@inaam/testing/core';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { expect, test } from 'vitest';
import { writeAuditEntry } from './audit.ts';
import { getSubjectAuditTrail } from './subject-audit-trail.ts';

test('lists the newest 200 entries about a subject, without entries about other kinds of subjects with the same ID', async () => {
  const core = await createTestCore();
  try {
    await core.kernel.write(async (tx) => {
      for (let n = 0; n < 201; n++)
        await writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: '7', after: { n } });
      await writeAuditEntry(tx, anyAdmin, { action: 'networks.update', subject: '7' });
      await writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: '8' });
    });
    const entries = await core.kernel.read((db) => getSubjectAuditTrail(db, { offers: [7], vouchers: [] }));
    expect(entries.map(({ after }) => (after as { n: number }).n)).toEqual(
      Array.from({ length: 200 }, (_, i) => 200 - i),
    );
    expect(await core.kernel.read((db) => getSubjectAuditTrail(db, { offers: [] }))).toEqual([]);
  } finally {
    await core.close();
  }
});
