import { createTestCore } from '@inaam/testing/core';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { expect, test } from 'vitest';
import { audit } from './audit.ts';
import { auditAbout } from './audit-about.ts';

test('what was done to a thing is told newest first, 200 entries at most, and of no other noun', async () => {
  const core = await createTestCore();
  try {
    await core.kernel.write(async (tx) => {
      for (let n = 0; n < 201; n++) await audit(tx, anyAdmin, { action: 'offers.update', subject: '7', after: { n } });
      await audit(tx, anyAdmin, { action: 'networks.update', subject: '7' });
      await audit(tx, anyAdmin, { action: 'offers.update', subject: '8' });
    });
    const found = await core.kernel.read((db) => auditAbout(db, { offers: [7], vouchers: [] }));
    expect(found.map(({ after }) => (after as { n: number }).n)).toEqual(
      Array.from({ length: 200 }, (_, i) => 200 - i),
    );
    expect(await core.kernel.read((db) => auditAbout(db, { offers: [] }))).toEqual([]);
  } finally {
    await core.close();
  }
});
