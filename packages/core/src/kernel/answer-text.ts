/**
 * Answers whose JSON is known in parts: a list that shows the same things to everybody writes them once, and not again
 * in each call. Whoever sends an answer asks here for its text.
 */
const writers = new WeakMap<object, () => string>();

/**
 * @param write gives what `JSON.stringify(answer)` would, to the byte
 * @returns the answer itself
 */
export function writtenBy<Answer extends object>(answer: Answer, write: () => string): Answer {
  writers.set(answer, write);
  return answer;
}

/** The JSON of an answer that brings its own; undefined for any other value. */
export const answerText = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? writers.get(answer)?.() : undefined;
