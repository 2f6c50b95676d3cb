import { parseArgs } from 'node:util';

/**
 * Reads the arguments of a tool: words, options and numbers. `--help` prints the usage. For unknown arguments, prints a
 * line that names the problem, then the usage, and no stack.
 * @template {string} Name
 * @param {object} tool
 * @param {string} tool.call the command, without its options
 * @param {string} tool.description what it does, in a sentence
 * @param {readonly string[]} [tool.words] exactly one of these is required
 * @param {readonly string[]} [tool.named] positional arguments in this order, as the usage shows them; brackets mark an
 *   optional one
 * @param {readonly string[]} [tool.several] any of these may be combined
 * @param {Record<Name, { help: string, least?: number, isWhole?: boolean }>} [tool.options] number options, by name
 * @param {Record<string, string>} [tool.texts] text options, with descriptions
 * @param {Record<string, string>} [tool.flags] flags without a value, with descriptions
 * @param {string[]} [args]
 * @returns {{ word: string, several: string[], numbers: Partial<Record<Name, number>>,
 *   texts: Record<string, string | undefined>, flags: Record<string, boolean> }}
 */
export function readOptions(
  { call, description, words = [], named: places = [], several = [], options, texts = {}, flags = {} },
  args = process.argv.slice(2),
) {
  const named = Object.entries(options ?? {});
  const lines = [
    ...named.map(([name, { help }]) => `  --${name} N`.padEnd(18) + help),
    ...Object.entries(texts).map(([name, help]) => `  --${name} TEXT`.padEnd(18) + help),
    ...Object.entries(flags).map(([name, help]) => `  --${name}`.padEnd(18) + help),
  ];
  const optionalWords = several.map((each) => `[${each}]`);
  const command = [call, words.join('|'), ...optionalWords, ...places].filter(Boolean).join(' ');
  const usage = [description, '', `  ${command}`, '', ...lines, `${'  --help'.padEnd(18)}these lines`, ''].join('\n');
  /** @param {string} problem */
  const refuse = (problem) => {
    process.stderr.write(`${problem}\n\n${usage}`);
    process.exit(1);
  };

  /** @type {{ values: Record<string, string | boolean | undefined>, positionals: string[] }} */
  let parsed;
  try {
    const names = [...named.map(([name]) => name), ...Object.keys(texts)];
    const textOptions = Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }]));
    const flagOptions = Object.fromEntries(
      Object.keys(flags).map((name) => [name, { type: /** @type {const} */ ('boolean') }]),
    );
    const all = { ...textOptions, ...flagOptions, help: { type: /** @type {const} */ ('boolean'), short: 'h' } };
    parsed = parseArgs({ args, allowPositionals: true, options: all });
  } catch (error) {
    // The library's first sentence names the option. The rest is advice for the author of the parser.
    return refuse(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
  }
  if (parsed.values['help']) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (places.length > 0) {
    const missing = places.filter((place) => !place.startsWith('['))[parsed.positionals.length];
    if (missing !== undefined) return refuse(`Missing argument ${missing}`);
    const surplus = parsed.positionals[places.length];
    if (surplus !== undefined) return refuse(`Unknown argument ${surplus}`);
    parsed.positionals = [];
  }
  const unknown = parsed.positionals.find((each) => several.length > 0 && !several.includes(each));
  if (unknown !== undefined) return refuse(`Unknown argument ${unknown}: expected any of ${several.join(', ')}`);
  const [word = '', ...more] = several.length > 0 ? [] : parsed.positionals;
  if (words.length > 0 ? !words.includes(word) || more.length > 0 : word !== '')
    return refuse(words.length > 0 ? `Expected one of ${words.join(', ')}` : `Unknown argument ${word}`);
  /** @type {Partial<Record<string, number>>} */
  const numbers = {};
  for (const [name, { least = 0, isWhole = true }] of named) {
    const text = parsed.values[name];
    if (text === undefined) continue;
    const number = text === '' ? Number.NaN : Number(text);
    if (!(number >= least) || !Number.isFinite(number) || (isWhole && !Number.isSafeInteger(number)))
      return refuse(`--${name} must be a ${isWhole ? 'whole number' : 'number'} of at least ${least}`);
    numbers[name] = number;
  }
  const textValues = Object.keys(texts).map((name) => [name, parsed.values[name]]);
  const flagValues = Object.keys(flags).map((name) => [name, parsed.values[name] === true]);
  return {
    word,
    several: several.length > 0 ? parsed.positionals : [],
    numbers,
    texts: Object.fromEntries(textValues),
    flags: Object.fromEntries(flagValues),
  };
}
