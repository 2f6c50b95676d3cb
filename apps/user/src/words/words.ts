import { loaders } from 'virtual:words';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
  languages,
  pickSupportedLanguage,
} from '@inaam/contracts/common/language';
import { setUiWords } from '@inaam/ui/words';
import type { BundleName, ScreenSection } from '@inaam/words/bundles';
import type { Words } from '@inaam/words/types';
import { use, useSyncExternalStore } from 'react';

/**
 * The screens' texts in this browser's language. A bundle of sections loads with the first screen that needs it, and
 * only in this language (infra/docs/decisions/0022-words-are-compiled.md).
 */

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const readChosenLanguage = (): Language | undefined => {
  const stored = document.cookie.match(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`)?.[1];
  return isLanguage(stored) ? stored : undefined;
};

let current: Language = readChosenLanguage() ?? pickSupportedLanguage(navigator.languages ?? []) ?? DEFAULT_LANGUAGE;
/** Loaded sections of the current language. */
let sections: { [S in ScreenSection]?: Words<S> } = {};
let pending = new Map<BundleName, Promise<void>>();
const listeners = new Set<() => void>();

export const language = (): Language => current;
/** The Intl locale of the current language. */
export const locale = (): string => languages[current].locale;

async function fetchInto(into: typeof sections, name: Language, bundle: BundleName): Promise<void> {
  Object.assign(into, (await loaders[name][bundle]()).default);
  if (into === sections && sections.ui) setUiWords(sections.ui);
}

/**
 * Loads bundles of the current language, each once. A bundle that failed to load is requested again at the next call.
 */
export async function loadWords(...bundles: BundleName[]): Promise<void> {
  await Promise.all(bundles.map(load));
}

function load(bundle: BundleName): Promise<void> {
  let coming = pending.get(bundle);
  if (!coming) {
    coming = fetchInto(sections, current, bundle);
    const mine = pending;
    coming.catch(() => mine.delete(bundle));
    pending.set(bundle, coming);
  }
  return coming;
}

/** Switches this browser's language after the bundles in use have loaded in that language. */
export async function setLanguageAndLoad(next: Language): Promise<void> {
  document.cookie = `${LANGUAGE_COOKIE}=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  if (next === current) return;
  const bundles = [...pending.keys()];
  const fetched: typeof sections = {};
  await Promise.all(bundles.map((bundle) => fetchInto(fetched, next, bundle)));
  current = next;
  sections = fetched;
  pending = new Map(bundles.map((bundle) => [bundle, Promise.resolve()]));
  if (sections.ui) setUiWords(sections.ui);
  setDocumentLanguage();
  for (const listener of listeners) listener();
}

/** Sets the document's language, for screen readers and letter shapes. */
export function setDocumentLanguage(): void {
  document.documentElement.lang = languages[current].locale;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The current language. A component that uses this hook renders again when the language changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);

/**
 * Loads the texts of {@link getRefusalText}. Loads nothing for English, because the server answers in English. Never
 * fails.
 */
export const prepareRefusals = (): Promise<void> | false =>
  current !== DEFAULT_LANGUAGE && load('errors').catch(() => undefined);

/** The text of a refusal in the current language; undefined in English, or if the texts did not load. */
export function getRefusalText(code: string | undefined, field: string | undefined): string | undefined {
  const texts = sections.errors as Record<string, string> | undefined;
  return texts?.[(code === 'BAD_INPUT' && field) || ''] ?? texts?.[code ?? ''];
}

/** A section's texts. Rendering suspends while they load (React's `use`). */
const section = <S extends ScreenSection>(name: S, bundle: BundleName): Words<S> =>
  new Proxy({} as Words<S>, {
    get(_, key) {
      const texts = sections[name] as Words<S> | undefined;
      if (texts) return texts[key as keyof Words<S>];
      // A screen reads its texts while it renders, which is where `use` may be called.
      // oxlint-disable-next-line react-hooks/rules-of-hooks
      use(load(bundle));
      return (sections[name] as Words<S> | undefined)?.[key as keyof Words<S>];
    },
  });

export const app = section('app', 'front');
export const identity = section('identity', 'front');
export const guests = section('guests', 'guests');
export const account = section('account', 'inside');
export const cases = section('cases', 'inside');
export const fairness = section('fairness', 'inside');
export const legal = section('legal', 'legal');
export const offers = section('offers', 'offers');
export const offerDetails = section('offerDetails', 'inside');
export const messages = section('messages', 'inside');
export const notices = section('notices', 'inside');
export const profile = section('profile', 'inside');
export const spins = section('spins', 'inside');
export const vouchers = section('vouchers', 'inside');
