import { type CodeVerdict, codeVerdicts, type VoucherCheck } from '@inaam/contracts/vouchers/bulk-and-check';
import { cleanCode } from '@inaam/contracts/vouchers/clean-code';
import { findDamagedCodes } from '@inaam/contracts/vouchers/damaged-code';
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
  const damaged = findDamagedCodes(lines.map(({ code }) => code));
  const wellFormed = lines.map(({ code }) => code).filter(isWellFormed);
  const known = await findStocked(services, [...new Set(wellFormed.flatMap(toCases))]);
  const seen = { codes: new Set<string>(), lowerCase: new Set<string>() };
  const counts = Object.fromEntries(codeVerdicts.map((verdict) => [verdict, 0])) as Record<CodeVerdict, number>;
  const checked = lines.map(({ line, code }) => {
    const verdict = damaged.has(code) ? 'damaged' : getVerdict(code, seen, known);
    seen.codes.add(code);
    seen.lowerCase.add(code.toLowerCase());
    counts[verdict] += 1;
    return { line, code, verdict };
  });
  return { lines: checked, counts };
}

/** A code as written, and in upper and lower case, as most issuers write codes. */
const toCases = (code: string): string[] => [code, code.toUpperCase(), code.toLowerCase()];

/** Returns those of the codes that are in stock. */
async function findStocked(
  services: { kernel: Kernel; secrets: SecretBox },
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const hashes = await hashCodes(services, codes);
  const rows = await services.kernel.read(
    (_, sql) => sql<{ hash: string }[]>`
      select encode(code_hash, 'hex') as hash from vouchers where code_hash in (
        select decode(given, 'hex') from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) given)`,
  );
  const known = new Set(rows.map(({ hash }) => hash));
  return new Set(codes.filter((_, i) => known.has(hashes[i] ?? '')));
}

const isWellFormed = (code: string): boolean => code.length <= MAX_CODE && code.isWellFormed() && !MALFORMED.test(code);

function getVerdict(
  code: string,
  seen: { codes: ReadonlySet<string>; lowerCase: ReadonlySet<string> },
  inStock: ReadonlySet<string>,
): CodeVerdict {
  if (!isWellFormed(code)) return 'malformed';
  if (seen.codes.has(code)) return 'duplicate_in_list';
  if (inStock.has(code)) return 'duplicate_in_stock';
  const isTwin = seen.lowerCase.has(code.toLowerCase()) || toCases(code).some((each) => inStock.has(each));
  return isTwin ? 'differs_in_case' : 'valid';
}
