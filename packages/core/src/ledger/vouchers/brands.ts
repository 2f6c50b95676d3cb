import { DomainError } from '@inaam/contracts/common/errors';
import { parsePictureId, picturePath } from '@inaam/contracts/pictures/pictures';
import type { Brand, BrandSave } from '@inaam/contracts/vouchers/brands';
import { brands, pictures } from '@inaam/db/schema/pictures';
import { and, eq, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { requireVersion } from '../../kernel/version.ts';

/** Lists every brand that ever had vouchers. */
export async function listBrands(kernel: Kernel): Promise<Brand[]> {
  const rows = await kernel.read(
    (_, query) => query<
      {
        type: string;
        brand: string;
        use_url: string | null;
        how_to_use: string | null;
        mark_id: string | null;
        version: number;
        available: number;
      }[]
    >`
      select v.type, v.brand, b.use_url, b.how_to_use, b.mark_id,
        coalesce(b.version, 0) as version, v.available::int
      from (
        select type, brand, sum(total - expired - withdrawn - awarded) as available
        from voucher_counts_now() group by type, brand
      ) v left join brands b on b.type = v.type and b.brand = v.brand
      order by lower(v.brand) collate "und-x-icu", v.type`,
  );
  return rows.map(({ type, brand, use_url, how_to_use, mark_id, version, available }) => ({
    voucher_type: type,
    voucher_brand: brand,
    use_url,
    how_to_use,
    mark_url: mark_id && picturePath(mark_id),
    version,
    available: Math.max(available, 0),
  }));
}

/**
 * Saves a brand's redemption page, steps and logo.
 * @throws DomainError VERSION_CHANGED, BAD_INPUT (the logo was not uploaded)
 */
export async function saveBrand({ kernel, actor }: CommandContext, input: BrandSave): Promise<void> {
  const { voucher_type: type, voucher_brand: brand, use_url: useUrl, how_to_use: howToUse } = input;
  const markId = input.mark_url === null ? null : (parsePictureId(input.mark_url) ?? null);
  await kernel.write(async (tx) => {
    if (markId !== null) {
      const [logo] = await tx.select({ id: pictures.id }).from(pictures).where(eq(pictures.id, markId));
      if (!logo)
        throw new DomainError('BAD_INPUT', {
          field: 'mark_url',
          text: 'The picture was not uploaded. Upload it first.',
        });
    }
    const where = and(eq(brands.type, type), eq(brands.brand, brand));
    const [before] = await tx.select().from(brands).where(where).for('update');
    requireVersion(input.version, before?.version ?? 0);
    if (before?.useUrl === useUrl && before.howToUse === howToUse && before.markId === markId) return;
    const set = { useUrl, howToUse, markId, updatedAt: sql`now()` };
    await tx
      .insert(brands)
      .values({ type, brand, ...set })
      .onConflictDoUpdate({ target: [brands.type, brands.brand], set });
    await writeAuditEntry(tx, actor, {
      action: 'vouchers.update_brand',
      subject: `${type} ${brand}`,
      before: before ? { use_url: before.useUrl, how_to_use: before.howToUse, mark_id: before.markId } : null,
      after: { use_url: useUrl, how_to_use: howToUse, mark_id: markId },
    });
  });
}
