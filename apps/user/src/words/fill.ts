/** The names between braces in a text: `{amount} left` has `amount`. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;

/** Puts values where a text of the file of words has names in braces. The compiler asks for each. */
export const fill = <Text extends string>(text: Text, values: Record<Holes<Text>, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name: string) =>
    String((values as Record<string, string | number>)[name] ?? hole),
  );

const plurals = new Intl.PluralRules('en-IN');

/** The form of a text for a count, with the count in it: `{ one: '{count} day', other: '{count} days' }`. */
export const plural = (forms: { one: string; other: string }, count: number): string =>
  forms[plurals.select(count) === 'one' ? 'one' : 'other'].replaceAll('{count}', count.toLocaleString('en-IN'));
