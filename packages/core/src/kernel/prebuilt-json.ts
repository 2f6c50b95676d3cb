/**
 * Responses whose JSON is partly prebuilt: a list with the same items for all users serializes them once. Bytes instead
 * of text, which would be measured and encoded for each response. The code that sends a response looks its JSON up
 * here.
 */
const writers = new WeakMap<object, () => readonly Uint8Array[]>();

/**
 * @param write returns exactly the bytes of `JSON.stringify(answer)` without its braces, in parts
 * @returns the answer itself
 */
export function setPrebuiltJson<Answer extends object>(answer: Answer, write: () => readonly Uint8Array[]): Answer {
  writers.set(answer, write);
  return answer;
}

/**
 * Returns the JSON of an answer with prebuilt parts.
 * @param before text before its fields
 * @param after text after its fields
 * @returns undefined for any other value
 */
export function getPrebuiltJson(answer: unknown, before = '{', after = '}'): Buffer | undefined {
  const write = typeof answer === 'object' && answer !== null ? writers.get(answer) : undefined;
  return write && Buffer.concat([bytesOf(before), ...write(), bytesOf(after)]);
}

export const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
