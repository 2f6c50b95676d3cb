import { decodeBytes } from './parse.ts';

/**
 * Macro formats of networks: `{subid}`, `{{userId}}`, `${TXID}`, `[%UID%]`, `[[tx]]`, `#s2#`, `%TXID%`, `%%TXID%%`,
 * `__TXID__`, `<tx>`, `*|TXID|*`. A GUID in braces is an id, not a macro.
 */
const MACRO = /^[$#@]?(?:[{[(<|*%#$@=]+|__)(?!\s*[\da-f]{8}-[\da-f]{4}-)[\w.:| -]+(?:[}\])>|*%#$@]+|__)$/i;

/** Words that programs write for a value that they do not have. */
const NO_VALUE = /^(?:null|undefined|none|nil|nan|n\/?a|-+|0|0{8}-(?:0{4}-){3}0{12})$/i;

/**
 * Yields the value as received, decoded once, and decoded up to twice more, because some senders encode text that is
 * already encoded.
 */
function* listReadings(value: string, raw: string): Iterable<string> {
  yield raw;
  let text = value;
  yield text;
  for (let times = 0; times < 2 && text.includes('%'); times++) {
    text = decodeBytes(Buffer.from(text, 'utf8').toString('latin1')).toString('utf8');
    yield text;
  }
}

const findReading = (value: string, raw: string, isWanted: (text: string) => boolean): boolean => {
  for (const text of listReadings(value, raw)) if (isWanted(text.trim())) return true;
  return false;
};

/**
 * Whether a value is a macro that the network did not fill in.
 * @param raw as received
 */
export const isUnfilledMacro = (value: string, raw: string): boolean =>
  findReading(value, raw, (text) => MACRO.test(text));

/** Whether a value cannot identify a transaction: all postbacks with it would be repeats of the first. */
export const isPlaceholder = (value: string, raw: string): boolean =>
  findReading(value, raw, (text) => {
    const [, unquoted = text] = /^["'](.*)["']$/.exec(text) ?? [];
    return unquoted === '' || MACRO.test(unquoted) || NO_VALUE.test(unquoted);
  });
