import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { caseListInput } from '@inaam/contracts/cases/cases';
import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userListInput } from '@inaam/contracts/identity/users';
import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { z } from 'zod';

/** The lists with what they take, and filters that are no words. */
export const LISTS = {
  clicks: [offerClickListInput, { offer: ['EXT-1007'] }],
  completions: [conversionListInput, { offer: ['EXT-1007'] }],
  users: [userListInput, {}],
  vouchers: [voucherListInput, {}],
  fraud: [fraudListInput, {}],
  postbacks: [postbackListInput, { network_id: [5] }],
  audit: [auditListInput, { action: ['users'] }],
  cases: [caseListInput, { network_id: [5] }],
} as const satisfies Record<string, readonly [z.ZodType, Record<string, readonly (string | number)[]>]>;

/** What says how an answer is written, and not what is in it. */
const NO_FILTERS = new Set(['codes', 'total', 'sortOrder']);
interface Shape {
  properties?: Record<string, Shape>;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
}
const wordsOf = ({ enum: words = [], anyOf = [] }: Shape): string[] => [
  ...words.filter((word) => typeof word === 'string' && word !== '' && word !== 'all').map(String),
  ...anyOf.flatMap(wordsOf),
];

/** What a list is asked for. */
export type Input = Record<string, string | number>;

/** Each filter and order by itself, and each pair of two; orders both ways. */
export function pairsOf([input, extra]: (typeof LISTS)[keyof typeof LISTS]): Input[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape;
  const filters = Object.entries(properties)
    .filter(([name]) => !NO_FILTERS.has(name))
    .map(([name, shape]) => ({ name, words: (extra as Record<string, (string | number)[]>)[name] ?? wordsOf(shape) }));
  const single = filters.flatMap(({ name, words }) => words.map((word) => ({ name, word })));
  const pairs = single.flatMap((one, at) =>
    single.slice(at + 1).flatMap((other) => (one.name === other.name ? [] : [[one, other]])),
  );
  const inputs = [[], ...single.map((one) => [one]), ...pairs].map(
    (chosen): Input => Object.fromEntries(chosen.map(({ name, word }) => [name, word])),
  );
  const hasOrder = 'sortOrder' in properties;
  return inputs.flatMap((each) =>
    hasOrder && 'sortBy' in each ? ['asc', 'desc'].map((sortOrder) => ({ ...each, sortOrder })) : [each],
  );
}
