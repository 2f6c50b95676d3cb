import { type CodeVerdict, codeVerdicts, type VoucherCheck } from '@inaam/contracts/vouchers/bulk-and-check';
import { cleanCode } from '@inaam/contracts/vouchers/clean-code';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { hashCodes } from './codes.ts';

const MAX_CODE = 200;

/** Matches white space, control characters, and separators of an unsplit table. No brand's codes contain these. */
const MALFORMED = /[\s\p{Cc},;"]/u;

/**
 * Checks pasted codes without saving anything.
 * @param codes as pasted. Blank lines are skipped; line numbers start at 1.
 */
export async function checkCodes(
  services: { kernel: Kernel; secrets: SecretBox },
  codes: readonly string[],
): Promise<VoucherCheck> {
  const lines = codes
    .map((code, index) => ({ line: index + 1, code: cleanCode(code) }))
    .filter(({ code }) => code !== '');
  const wellFormed = lines.filter(({ code }) => isWellFormed(code)).map(({ code }) => code);
  const hashes = await hashCodes(services, wellFormed);
  const rows = await services.kernel.read(
    (_, sql) => sql<{ hash: string }[]>`
      select encode(code_hash, 'hex') as hash from vouchers where code_hash in (
        select decode(given, 'hex') from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) given)`,
  );
  const known = new Set(rows.map(({ hash }) => hash));
  const inStock = new Set(wellFormed.filter((_, i) => known.has(hashes[i] ?? '')));
  const seen = new Set<string>();
  const counts = Object.fromEntries(codeVerdicts.map((verdict) => [verdict, 0])) as Record<CodeVerdict, number>;
  const checked = lines.map(({ line, code }) => {
    const verdict = getVerdict(code, seen, inStock);
    seen.add(code);
    counts[verdict] += 1;
    return { line, code, verdict };
  });
  return { lines: checked, counts };
}

const isWellFormed = (code: string): boolean => code.length <= MAX_CODE && code.isWellFormed() && !MALFORMED.test(code);

function getVerdict(code: string, seen: ReadonlySet<string>, inStock: ReadonlySet<string>): CodeVerdict {
  if (!isWellFormed(code)) return 'malformed';
  if (seen.has(code)) return 'duplicate_in_list';
  return inStock.has(code) ? 'duplicate_in_stock' : 'valid';
}
