/**
 * Structural search and replace, as in Comby and Semgrep. Text is compared token by token, so layout and comments do
 * not matter. A pattern has holes: `$name` matches one expression, with balanced brackets and without a comma or
 * semicolon outside of the brackets. `$$name` may contain commas. A hole that occurs twice must match the same text.
 */

interface Token {
  text: string;
  start: number;
  end: number;
}

const COMMENT = { sql: String.raw`--[^\n]*|/\*[^]*?\*/`, code: String.raw`//[^\n]*|/\*[^]*?\*/` };
const STRING = String.raw`'(?:[^'\\\n]|\\.|'')*'|"(?:[^"\\\n]|\\.)*"`;
const OPERATOR = String.raw`=>|->>?|:=|[!=<>]=+|<>|[&|?]{2}|\+=|::`;
const TOKEN = String.raw`${STRING}|\$?\$[A-Za-z]\w*|\w+|${OPERATOR}|[^\s\w]`;

export type Language = keyof typeof COMMENT;

function tokenize(text: string, language: Language): Token[] {
  const all = text.matchAll(new RegExp(`(${COMMENT[language]})|${TOKEN}`, 'g'));
  return [...all].flatMap(({ 0: found, 1: comment, index }) =>
    comment === undefined ? [{ text: found, start: index, end: index + found.length }] : [],
  );
}

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);
const isHole = (text: string | undefined): text is string => text !== undefined && /^\$?\$[A-Za-z]/.test(text);

type Bindings = ReadonlyMap<string, readonly [from: number, to: number]>;

/**
 * Matches the pattern from its token `p` on with the text from token `at` on.
 * @returns the end of the match and the tokens that each hole matched; undefined without a match
 */
function matchAt(
  text: Token[],
  at: number,
  pattern: Token[],
  p = 0,
  bound: Bindings = new Map(),
): [number, Bindings] | undefined {
  const patternText = pattern[p]?.text;
  if (patternText === undefined) return [at, bound];
  if (!isHole(patternText)) {
    return text[at]?.text === patternText ? matchAt(text, at + 1, pattern, p + 1, bound) : undefined;
  }
  const known = bound.get(patternText);
  if (known) {
    const words = text.slice(...known);
    if (words.some((word, i) => text[at + i]?.text !== word.text)) return undefined;
    return matchAt(text, at + words.length, pattern, p + 1, bound);
  }
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    const word = text[end]?.text ?? '';
    if (depth === 0 && (word === ';' || (word === ',' && !patternText.startsWith('$$')) || CLOSING.has(word)))
      return undefined;
    if (OPENING.has(word)) depth++;
    if (CLOSING.has(word)) depth--;
    if (depth > 0) continue;
    const rest = matchAt(text, end + 1, pattern, p + 1, new Map(bound).set(patternText, [at, end + 1]));
    if (rest) return rest;
  }
  return undefined;
}

/**
 * Replaces the one match of a pattern. Holes in the replacement insert what they matched.
 * @throws an Error when the pattern matches nowhere or several times
 */
export function rewrite(text: string, language: Language, pattern: string, replacement: string): string {
  const words = tokenize(text, language);
  const patternTokens = tokenize(pattern, language);
  if (patternTokens.length === 0 || isHole(patternTokens[0]?.text))
    throw new Error(`"${pattern}" must begin with a fixed word`);
  const matches = words.flatMap((word, at) => {
    const match = matchAt(words, at, patternTokens);
    const last = match && words[match[0] - 1];
    return match && last ? [{ start: word.start, end: last.end, bound: match[1] }] : [];
  });
  const [only] = matches;
  if (!only || matches.length > 1) throw new Error(`"${pattern}" matches at ${matches.length} places`);
  const filledReplacement = replacement.replaceAll(/\$?\$[A-Za-z]\w*/g, (hole) => {
    const [from, to] = only.bound.get(hole) ?? [0, 0];
    if (to === 0) throw new Error(`${hole} is not in "${pattern}"`);
    return text.slice(words[from]?.start, words[to - 1]?.end);
  });
  return text.slice(0, only.start) + filledReplacement + text.slice(only.end);
}
