import { parseArgs } from 'node:util';

/**
 * Reads what a tool of ours was called with: words and numbers. `--help` prints how it is used; what is no part of that
 * is told in one line with it, and without a stack.
 * @template {string} Name
 * @param {object} tool
 * @param {string} tool.call how it is called, without its options
 * @param {string} tool.does what it does, in a sentence
 * @param {readonly string[]} [tool.words] one of these has to be said
 * @param {Record<Name, { says: string, least?: number, isWhole?: boolean }>} [tool.options] numbers, by their names
 * @param {Record<string, string>} [tool.texts] options that are text, with what they say
 * @param {string[]} [args]
 * @returns {{ word: string, numbers: Partial<Record<Name, number>>, texts: Record<string, string | undefined> }}
 */
export function readOptions({ call, does, words = [], options, texts = {} }, args = process.argv.slice(2)) {
  const named = Object.entries(options ?? {});
  const lines = [
    ...named.map(([name, { says }]) => `  --${name} N`.padEnd(18) + says),
    ...Object.entries(texts).map(([name, says]) => `  --${name} TEXT`.padEnd(18) + says),
  ];
  const command = [call, words.join('|')].filter(Boolean).join(' ');
  const usage = [does, '', `  ${command}`, '', ...lines, `${'  --help'.padEnd(18)}these lines`, ''].join('\n');
  /** @param {string} problem */
  const refuse = (problem) => {
    process.stderr.write(`${problem}\n\n${usage}`);
    process.exit(1);
  };

  /** @type {{ values: Record<string, string | boolean | undefined>, positionals: string[] }} */
  let given;
  try {
    const names = [...named.map(([name]) => name), ...Object.keys(texts)];
    const known = Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }]));
    given = parseArgs({ args, allowPositionals: true, options: { ...known, help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    // The library's first sentence names the option; what follows is advice for whoever wrote the parser.
    return refuse(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
  }
  if (given.values['help']) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const [word = '', ...more] = given.positionals;
  if (words.length > 0 ? !words.includes(word) || more.length > 0 : word !== '')
    return refuse(words.length > 0 ? `Say one of ${words.join(', ')}` : `Unknown argument ${word}`);
  /** @type {Partial<Record<string, number>>} */
  const numbers = {};
  for (const [name, { least = 0, isWhole = true }] of named) {
    const said = given.values[name];
    if (said === undefined) continue;
    const number = said === '' ? Number.NaN : Number(said);
    if (!(number >= least) || !Number.isFinite(number) || (isWhole && !Number.isSafeInteger(number)))
      return refuse(`--${name} must be a ${isWhole ? 'whole number' : 'number'} of at least ${least}`);
    numbers[name] = number;
  }
  const said = Object.keys(texts).map((name) => [name, given.values[name]]);
  return { word, numbers, texts: Object.fromEntries(said) };
}
