/**
 * Answers whose JSON is known in parts: a list that shows the same things to everybody writes them once, and not again
 * in each call. Bytes, since of a text the length has to be counted and each letter written before it can be sent.
 * Whoever sends an answer asks here for its JSON.
 */
const writers = new WeakMap<object, () => readonly Uint8Array[]>();

/**
 * @param write gives what `JSON.stringify(answer)` would, to the byte, but for the braces around it; in parts
 * @returns the answer itself
 */
export function setPrebuiltJson<Answer extends object>(answer: Answer, write: () => readonly Uint8Array[]): Answer {
  writers.set(answer, write);
  return answer;
}

/**
 * The JSON of an answer that brings its own.
 * @param before what is sent before its fields, and `after` what is sent after them
 * @returns undefined for any other value
 */
export function getPrebuiltJson(answer: unknown, before = '{', after = '}'): Buffer | undefined {
  const write = typeof answer === 'object' && answer !== null ? writers.get(answer) : undefined;
  return write && Buffer.concat([bytesOf(before), ...write(), bytesOf(after)]);
}

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
