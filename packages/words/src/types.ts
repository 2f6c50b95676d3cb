import type { Language } from '@inaam/contracts/common/language';
import type en from './en.ts';

/** English defines the keys that every language has. */
export type English = typeof en;
export type SectionName = keyof English;

/** The sections, keys and placeholders of English. Each language's file ends with `satisfies Translation`. */
export type Translation = {
  readonly [S in SectionName]: {
    readonly [K in keyof English[S]]: English[S][K] extends string ? With<Placeholders<English[S][K]>> : never;
  };
};

/** A text with all of these placeholders. */
type With<Names extends string> = [Names] extends [never]
  ? string
  : (Names extends string ? (text: Mention<Names>) => void : never) extends (text: infer Text) => void
    ? Text
    : never;
type Mention<Placeholder extends string> = `${string}{${Placeholder}}${string}` | `${string}{${Placeholder},${string}`;

type Before<Text extends string, Mark extends string> = Text extends `${infer Head}${Mark}${string}` ? Head : Text;
type Name<Rest extends string> = Before<Before<Rest, '}'>, ','>;
/** Text in braces that is a plural form, not a placeholder: it has spaces or the number sign. */
type IsForm<Text extends string> = Text extends `${string} ${string}` | `${string}#${string}` ? true : false;

/** The placeholders of an ICU MessageFormat text: `{amount} left` has `amount`. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Rest}`
  ? (IsForm<Name<Rest>> extends true ? never : Name<Rest>) | Placeholders<Rest>
  : never;

/** A text on screens: a string, or a function of its placeholders. A `count` is a number. */
type ScreenText<Text extends string> = [Placeholders<Text>] extends [never]
  ? string
  : (
      values: { readonly [Placeholder in Placeholders<Text>]: Placeholder extends 'count' ? number : string | number },
    ) => string;

/** A section as screens use it. */
export type Words<S extends SectionName> = {
  readonly [K in keyof English[S]]: English[S][K] extends string ? ScreenText<English[S][K]> : never;
};

export type LanguageFiles = Record<Language, Translation>;
