import { parseMicros } from '@inaam/contracts/common/money';
import type { PostbackKind, StatusRule } from '@inaam/contracts/networks/networks';
import type { Rules } from './read.ts';

type Condition = StatusRule['when'][number];

/** The parameters that rules look at. */
export const namesInRules = (rules: readonly StatusRule[]): string[] =>
  rules.flatMap(({ when }) => when.map(({ param }) => param));

function holds({ test, value: wanted }: Condition, text: string): boolean {
  switch (test) {
    case 'present':
      return text !== '';
    case 'equals':
      return text.toLowerCase() === wanted.trim().toLowerCase();
    case 'prefix':
      return wanted !== '' && text.startsWith(wanted) && text.length > wanted.length;
    case 'negative':
    case 'zero': {
      const micros = parseMicros(text);
      return micros !== undefined && (test === 'zero' ? micros === 0n : micros < 0n);
    }
  }
}

/**
 * What a call says of a completion: the first rule whose conditions all hold decides, else the status map.
 * @returns no kind for a word that is not mapped; and the prefixes that are taken off values
 */
export function kindOf(
  { statusRules, statusMap, params }: Pick<Rules, 'statusRules' | 'statusMap' | 'params'>,
  value: (name: string | null) => string,
): { kind: PostbackKind | undefined; prefixes: [string, string][] } {
  const rule = statusRules.find(({ when }) => when.every((condition) => holds(condition, value(condition.param))));
  if (rule) {
    const prefixes = rule.when
      .filter(({ test }) => test === 'prefix')
      .map(({ param, value: prefix }): [string, string] => [param, prefix]);
    return { kind: rule.kind, prefixes };
  }
  const word = value(params.status).toLowerCase();
  return { kind: Object.hasOwn(statusMap, word) ? statusMap[word] : undefined, prefixes: [] };
}
