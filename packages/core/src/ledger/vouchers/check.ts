import {
  type CodeVerdict,
  codeVerdicts,
  type VoucherCheck,
  type VoucherCheckInput,
} from '@inaam/contracts/vouchers/bulk-and-check';
import { cleanCode, isMalformedCode } from '@inaam/contracts/vouchers/clean-code';
import { findDamagedCodes } from '@inaam/contracts/vouchers/damaged-code';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { hashCodes } from './codes.ts';

const MAX_CODE = 200;

interface Line {
  line: number;
  code: string;
  /** Type and brand of the code; undefined if they were not given. Then the code matches every type and brand. */
  brand: string | undefined;
}

const toBrand = (type: string, brand: string): string => `${type} ${brand.trim().toLowerCase()}`;

/**
 * Checks pasted codes without saving anything. A duplicate has the same type, brand and code.
 * @param codes as pasted. Blank lines are skipped; line numbers start at 1.
 */
export async function checkCodes(
  services: { kernel: Kernel; secrets: SecretBox },
  { codes, brands }: VoucherCheckInput,
): Promise<VoucherCheck> {
  const lines = codes
    .map((code, index): Line => {
      const brand = brands?.[index];
      return {
        line: index + 1,
        code: cleanCode(code),
        brand: brand && toBrand(brand.voucher_type, brand.voucher_brand),
      };
    })
    .filter(({ code }) => code !== '');
  const damaged = findDamagedCodes(lines.map(({ code }) => code));
  const wellFormed = lines.map(({ code }) => code).filter(isWellFormed);
  const stock = await findStock(services, [...new Set(wellFormed.flatMap(toCases))]);
  const seen = { codes: new Set<string>(), lowerCase: new Set<string>() };
  const counts = Object.fromEntries(codeVerdicts.map((verdict) => [verdict, 0])) as Record<CodeVerdict, number>;
  const checked = lines.map((each) => {
    const { line, code } = each;
    const verdict = damaged.has(code) ? 'damaged' : getVerdict(each, seen, stock);
    seen.codes.add(toKey(each));
    seen.lowerCase.add(toKey(each).toLowerCase());
    counts[verdict] += 1;
    return { line, code, verdict };
  });
  return { lines: checked, counts };
}

const toKey = ({ brand = '', code }: Pick<Line, 'brand' | 'code'>): string => `${brand} ${code}`;

/** Returns a code as pasted, in upper case and in lower case, because some issuers ignore case. */
const toCases = (code: string): string[] => [code, code.toUpperCase(), code.toLowerCase()];

/** For each code, the types and brands of the vouchers that have it. */
type Stock = ReadonlyMap<string, readonly string[]>;

async function findStock(services: { kernel: Kernel; secrets: SecretBox }, codes: readonly string[]): Promise<Stock> {
  const hashes = await hashCodes(services, codes);
  const rows = await services.kernel.read(
    (_, sql) => sql<{ hash: string; type: string; brand: string }[]>`
      select encode(code_hash, 'hex') as hash, type, brand from vouchers where code_hash in (
        select decode(given, 'hex') from jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb) given)`,
  );
  const byHash = Map.groupBy(rows, ({ hash }) => hash);
  return new Map(
    codes.map((code, i) => [code, (byHash.get(hashes[i] ?? '') ?? []).map(({ type, brand }) => toBrand(type, brand))]),
  );
}

function isInStock({ code, brand }: Pick<Line, 'code' | 'brand'>, stock: Stock): boolean {
  const brands = stock.get(code) ?? [];
  return brand === undefined ? brands.length > 0 : brands.includes(brand);
}

const isWellFormed = (code: string): boolean =>
  code.length <= MAX_CODE && code.isWellFormed() && !isMalformedCode(code);

function getVerdict(
  line: Line,
  seen: { codes: ReadonlySet<string>; lowerCase: ReadonlySet<string> },
  stock: Stock,
): CodeVerdict {
  if (!isWellFormed(line.code)) return 'malformed';
  if (seen.codes.has(toKey(line))) return 'duplicate_in_list';
  if (isInStock(line, stock)) return 'duplicate_in_stock';
  const isVariant =
    seen.lowerCase.has(toKey(line).toLowerCase()) ||
    toCases(line.code).some((code) => isInStock({ code, brand: line.brand }, stock));
  return isVariant ? 'differs_in_case' : 'valid';
}
