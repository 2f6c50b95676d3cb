import type { Language } from '@inaam/contracts/common/language';
import type en from './en.ts';

/** All texts of a language; English is the one that the others follow. */
export type English = typeof en;
export type SectionName = keyof English;

/**
 * The same sections and keys, no fewer and no more, each text with the values of the English one: `satisfies
 * Translation` at the end of a language's file.
 */
export type Translation = {
  readonly [S in SectionName]: {
    readonly [K in keyof English[S]]: English[S][K] extends string ? With<Placeholders<English[S][K]>> : never;
  };
};

/** A text that fills in each of the names. */
type With<Names extends string> = [Names] extends [never]
  ? string
  : (Names extends string ? (text: Mention<Names>) => void : never) extends (text: infer Text) => void
    ? Text
    : never;
type Mention<Hole extends string> = `${string}{${Hole}}${string}` | `${string}{${Hole},${string}`;

type Before<Text extends string, Mark extends string> = Text extends `${infer Head}${Mark}${string}` ? Head : Text;
type Name<Rest extends string> = Before<Before<Rest, '}'>, ','>;
/** What stands between braces and is no name: a form of a plural, which has spaces or the sign of the number. */
type IsForm<Text extends string> = Text extends `${string} ${string}` | `${string}#${string}` ? true : false;

/** The names that a text in ICU MessageFormat has filled in: `{amount} left` has `amount`. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Rest}`
  ? (IsForm<Name<Rest>> extends true ? never : Name<Rest>) | Placeholders<Rest>
  : never;

/** A text as screens have it: itself, or a function that asks for each of its values. A `count` is a number. */
type Said<Text extends string> = [Placeholders<Text>] extends [never]
  ? string
  : (values: { readonly [Hole in Placeholders<Text>]: Hole extends 'count' ? number : string | number }) => string;

/** A section as screens have it. */
export type Words<S extends SectionName> = {
  readonly [K in keyof English[S]]: English[S][K] extends string ? Said<English[S][K]> : never;
};

/** What a file of a language exports. */
export type LanguageFiles = Record<Language, Translation>;
