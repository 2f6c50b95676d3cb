/**
 * The JSON, without its braces, of an answer that is sent many times. Keeps the bytes of the last response, so that an
 * unchanged answer is neither encoded nor copied again. Copying a list of offers took a tenth of the api's time.
 */
export class PrebuiltJson {
  #sent: Buffer;
  #before = '';
  #after = '';

  /** @param fields `JSON.stringify(answer)` without its braces */
  constructor(fields: string) {
    this.#sent = Buffer.from(fields);
  }

  /** @returns the number of bytes in memory */
  get size(): number {
    return this.#sent.length;
  }

  /** @returns the fields between two ASCII texts */
  between(before: string, after: string): Buffer {
    if (before === this.#before && after === this.#after) return this.#sent;
    const fields = this.#sent.subarray(this.#before.length, this.#sent.length - this.#after.length);
    this.#sent = Buffer.concat([Buffer.from(before), fields, Buffer.from(after)]);
    [this.#before, this.#after] = [before, after];
    return this.#sent;
  }
}

const known = new WeakMap<object, PrebuiltJson>();

/** Attaches prebuilt JSON to an answer, for {@link getPrebuiltJson}. @returns the answer itself */
export function setPrebuiltJson<Answer extends object>(answer: Answer, json: PrebuiltJson): Answer {
  known.set(answer, json);
  return answer;
}

/**
 * Returns the prebuilt JSON of an answer. Callers must not change the bytes.
 * @param before text before the fields
 * @param after text after the fields
 * @returns undefined for a value without prebuilt JSON
 */
export const getPrebuiltJson = (answer: unknown, before = '{', after = '}'): Buffer | undefined =>
  typeof answer === 'object' && answer !== null ? known.get(answer)?.between(before, after) : undefined;
